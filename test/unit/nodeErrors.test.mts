import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type Failure, PageNotRead } from '../../../nodes/CustomerData/paging/failure';
import { toNodeError } from '../../../nodes/CustomerData/transport/errors';
import { ALL_FAILURES, context, node, shown } from '../support/failures.mts';

describe('toNodeError', () => {
	it('shows the messages that were last reviewed', async () => {
		const texts = ALL_FAILURES.map((failure) => {
			const { message, description, failure: declared, httpCode } = shown(failure);
			return { failure, message, description, declared, httpCode };
		});
		const text = `${JSON.stringify(texts, undefined, '\t')}\n`;
		await expect(text).toMatchFileSnapshot('../descriptions/messages.json');
	});

	it.each(ALL_FAILURES)('uses none of the words that n8n avoids: %j', (failure) => {
		const { message, description } = shown(failure);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	});

	it('quotes several messages of the service on one line', () => {
		const { description } = shown({
			kind: 'refused',
			messages: ['Closed\n\n for', ' stocktaking '],
		});
		expect(description).toMatch(/^The service says: "Closed for stocktaking"\. Do what/);
	});

	it.each(['Closed.', 'Closed!', 'Closed?'])('ends a quote as the service does: %s', (text) => {
		const { description } = shown({ kind: 'refused', messages: [text] });
		expect(description).toMatch(`The service says: "${text}" Do what`);
	});

	it('quotes at most 500 characters of the service', () => {
		const exact = 'x'.repeat(500);
		expect(shown({ kind: 'refused', messages: [exact] }).description).toContain(`"${exact}"`);
		const longer = shown({ kind: 'refused', messages: [`${exact}y`] });
		expect(longer.description).toContain(`"${exact}…"`);
	});

	it('leaves out what a redirect carries, also behind a line break', () => {
		const location = 'https://elsewhere.example.com/login?key=1\n#there';
		expect(shown({ kind: 'redirect', status: 302, location }).message).toBe(
			'The service redirects to another address: https://elsewhere.example.com/login',
		);
	});

	it('quotes at most 200 characters of a redirect', () => {
		const location = `https://a/${'x'.repeat(500)}`;
		expect(shown({ kind: 'redirect', status: 302, location }).message).toBe(
			`The service redirects to another address: ${location.slice(0, 200)}`,
		);
	});

	it('declares how long a transient status asks to wait, and only then', () => {
		const waiting = (code: number): Failure => ({
			kind: 'status',
			status: code,
			messages: [],
			retryAfter: 90_000,
		});
		expect(shown(waiting(429)).failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
		expect(shown({ kind: 'status', status: 503, messages: [] }).failure).toStrictEqual({
			cause: 'temporarily-unavailable',
		});
		expect(shown(waiting(401)).failure).toEqual({ cause: 'credential-invalid' });
		expect(shown(waiting(501)).failure).toBeUndefined();
	});

	it.each([
		[60_001, '61 seconds'],
		[90_000, '90 seconds'],
		[119_400, '2 minutes'],
		[600_000, '10 minutes'],
		[3_598_500, '1 hour'],
		[3_600_000, '1 hour'],
		[5_400_000, '90 minutes'],
		[86_400_000, '24 hours'],
	])('says how long the service asks to wait: %d ms are %s', (retryAfter, time) => {
		expect(shown({ kind: 'status', status: 503, messages: ['Busy'], retryAfter }).description).toBe(
			`The service says: "Busy". The service asks to wait ${time}, and the node waits at most 1 minute. Run the workflow again after that. (GetCustomers, offset 100)`,
		);
	});

	it('says nothing of a wait that the node grants, or that belongs to a lasting status', () => {
		const advice = (status: number, retryAfter: number) =>
			shown({ kind: 'status', status, messages: [], retryAfter }).description;
		expect(advice(503, 60_000)).toMatch(/^Try again later\./);
		expect(advice(404, 600_000)).toMatch(/^Check that 'Base URL'/);
	});

	it('names no item when there is none', () => {
		const failure = new PageNotRead({ kind: 'cancelled' }, 'GetCustomers', 0);
		expect(toNodeError(failure, context).context.itemIndex).toBeUndefined();
	});

	it('keeps the words of a refused parameter, and adds the item', () => {
		const entered = new UserError('Limit is off', { description: 'Enter another.' });
		const error = toNodeError(entered, context, 3);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'Limit is off',
			description: 'Enter another.',
			context: { itemIndex: 3 },
		});
		expect(toNodeError('just a text', context).message).toBe('just a text');
	});

	it.each([
		new NodeOperationError(node, 'Said by n8n'),
		new NodeApiError(node, { message: 'Said by n8n' }),
	])('returns errors of n8n as they are: %s', (error) => {
		expect(toNodeError(error, context, 3)).toBe(error);
		expect(error.context.itemIndex).toBeUndefined();
	});

	it('has words for a log, should one catch the failure itself', () => {
		expect(new PageNotRead({ kind: 'cancelled' }, 'GetCustomers', 50)).toMatchObject({
			name: 'PageNotRead',
			message: 'The page of GetCustomers at offset 50 could not be read: cancelled',
		});
	});
});
