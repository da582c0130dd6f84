import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { failure } from '../../nodes/CustomerData/api/failures';
import { toNodeError, whatToDo } from '../../nodes/CustomerData/nodeErrors';
import { PageNotRead } from '../../nodes/CustomerData/paging/pages';
import { ALL_FAILURES, context, node, quoting, shown, status } from './support/failures.mts';

describe('toNodeError', () => {
	it('shows the messages that were last reviewed', async () => {
		const texts = ALL_FAILURES.map((found) => {
			const { message, description, failure: declared, httpCode } = shown(found);
			return { name: found.name, message, description, declared, httpCode };
		});
		const text = `${JSON.stringify(texts, undefined, '\t')}\n`;
		await expect(text).toMatchFileSnapshot('descriptions/messages.json');
	});

	it.each(ALL_FAILURES)('uses none of the words that n8n avoids: $name', (found) => {
		const { message, description } = shown(found);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	});

	it('declares how long a transient failure asks to wait, and why others happened', () => {
		const declared = (code: number, retryAfter?: number) => shown(status(code, retryAfter)).failure;
		expect(declared(429, 90_000)).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
		expect(declared(503)).toStrictEqual({ cause: 'temporarily-unavailable' });
		expect(declared(401, 90_000)).toStrictEqual({ cause: 'credential-invalid' });
		expect(declared(501, 90_000)).toBeUndefined();
	});

	it('names no item when there is none', () => {
		const error = toNodeError(new PageNotRead(failure('cancelled'), 'GetCustomers', 0), context);
		expect(error.context.itemIndex).toBeUndefined();
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
		expect(new PageNotRead(failure('cancelled'), 'GetCustomers', 50).message).toBe(
			'GetCustomers could not be read from offset 50 on: The execution was cancelled',
		);
	});
});

describe('whatToDo', () => {
	it('quotes several messages on one line', () => {
		expect(whatToDo(quoting(' Closed\n\n for\t stocktaking '))).toMatch(
			/^The service says: "Closed for stocktaking"\. Do what/,
		);
	});

	it.each(['Closed.', 'Closed!', 'Closed?'])('ends a quote as the service does: %s', (text) => {
		expect(whatToDo(quoting(text))).toMatch(`The service says: "${text}" Do what`);
	});

	it('quotes at most 500 characters', () => {
		const exact = 'x'.repeat(500);
		expect(whatToDo(quoting(exact))).toContain(`"${exact}". Do what`);
		expect(whatToDo(quoting(`${exact}y`))).toContain(`"${exact}…" Do what`);
	});

	it('quotes nothing where nothing was said', () => {
		expect(whatToDo(quoting(' \n'))).toMatch(/^Do what the service asks for/);
	});

	it('says where it happened, and with which code, as far as it is known', () => {
		const lost = failure('connectionLost', { code: 'ECONNRESET' });
		expect(whatToDo(lost, 'GetCustomers, offset 100')).toMatch(
			/\. \(GetCustomers, offset 100, ECONNRESET\)$/,
		);
		expect(whatToDo(lost)).toMatch(/\. \(ECONNRESET\)$/);
		expect(whatToDo(failure('cancelled'))).toMatch(/\.$/);
	});
});
