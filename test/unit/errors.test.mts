import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { toNodeError } from '../../nodes/CustomerData/api/errors';
import { type Failure, PageNotRead } from '../../nodes/CustomerData/core/failure';

const node: INode = {
	id: '1',
	name: 'Customer Data',
	type: 'n8n-nodes-customer-data.customerData',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const context = { getNode: () => node };

function shown(failure: Failure, offset = 100): NodeApiError {
	const error = toNodeError(new PageNotRead(failure, 'GetCustomers', offset), context, 3);
	if (!(error instanceof NodeApiError)) throw new Error('Not an error of n8n');
	return error;
}

const failures: Failure[] = [
	{ kind: 'connection', code: 'ECONNRESET' },
	{ kind: 'connection', code: 'ECONNREFUSED' },
	{ kind: 'connection', code: 'ENOTFOUND' },
	{ kind: 'connection', code: 'EAI_AGAIN' },
	{ kind: 'certificate', code: 'CERT_HAS_EXPIRED' },
	{ kind: 'protocol', code: 'EPROTO' },
	{ kind: 'notSent', reason: '' },
	{ kind: 'notSent', reason: 'The host is blocked' },
	{ kind: 'timeout', milliseconds: 30000 },
	...[400, 401, 403, 404, 429, 500, 503].flatMap((status): Failure[] => [
		{ kind: 'status', status, messages: [] },
		{ kind: 'status', status, messages: ['Said the service'] },
	]),
	{ kind: 'redirect', status: 302, location: 'https://elsewhere.example.com/login' },
	{ kind: 'redirect', status: 304, location: undefined },
	{ kind: 'refused', messages: ['Said the service'] },
	{ kind: 'refused', messages: [] },
	{ kind: 'notAPage', found: 'a web page' },
	{ kind: 'cancelled' },
];

describe('toNodeError', () => {
	it.each(failures)(
		'says what happened and what to do, where and for which item: %j',
		(failure) => {
			const error = shown(failure);
			expect(error.message).toMatch(/^The .{15,}/);
			expect(error.message).not.toMatch(/\.$/);
			expect(error.description).toMatch(/\w\. \(GetCustomers, offset 100\)$|\)\. \(GetCustomers/);
			expect(error.context.itemIndex).toBe(3);
		},
	);

	it.each(failures)('speaks as n8n does, without blame: %j', (failure) => {
		const { message, description } = shown(failure);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	});

	it('tells both things that a 401 can mean, and where each is found', () => {
		const { message, description, httpCode } = shown({ kind: 'status', status: 401, messages: [] });
		expect(message).toBe('The API key or the company ID was not accepted');
		expect(description).toMatch(/settings for integrations, under API keys/);
		expect(description).toMatch(/company number in the web address/);
		expect(httpCode).toBe('401');
	});

	it('quotes what the service said, shortened and on one line', () => {
		const messages = ['First.\n\nSecond', 'x'.repeat(1000)];
		const { description } = shown({ kind: 'refused', messages });
		expect(description).toContain('The service says: "First. Second xxx');
		expect(description?.length).toBeLessThan(700);
	});

	it('says where a redirect points to, without what it carries', () => {
		const location = 'https://elsewhere.example.com/login?key=secret#there';
		const { message } = shown({ kind: 'redirect', status: 302, location });
		expect(message).toBe(
			'The service points to another address: https://elsewhere.example.com/login',
		);
	});

	it.each<[Failure, string | undefined]>([
		[{ kind: 'connection', code: 'ECONNRESET' }, 'temporarily-unavailable'],
		[{ kind: 'timeout', milliseconds: 1 }, 'temporarily-unavailable'],
		[{ kind: 'status', status: 503, messages: [] }, 'temporarily-unavailable'],
		[{ kind: 'status', status: 429, messages: [] }, 'rate-limited'],
		[{ kind: 'status', status: 401, messages: [] }, 'credential-invalid'],
		[{ kind: 'status', status: 403, messages: [] }, 'credential-invalid'],
		[{ kind: 'status', status: 404, messages: [] }, 'configuration-invalid'],
		[{ kind: 'status', status: 400, messages: [] }, undefined],
		[{ kind: 'redirect', status: 302, location: undefined }, 'configuration-invalid'],
		[{ kind: 'protocol', code: 'EPROTO' }, 'configuration-invalid'],
		[{ kind: 'notAPage', found: 'nothing' }, undefined],
	])('declares to n8n why it could not read: %j is %s', (failure, cause) => {
		expect(shown(failure).failure?.cause).toBe(cause);
	});

	it('tells n8n how long the service wants to be left alone', () => {
		expect(
			shown({ kind: 'status', status: 429, messages: [], retryAfter: 90_000 }).failure,
		).toEqual({
			cause: 'rate-limited',
			retryAfterMs: 90_000,
		});
	});

	it('names no item where there is none', () => {
		const failure = new PageNotRead({ kind: 'cancelled' }, 'GetCustomers', 0);
		expect(toNodeError(failure, context).context.itemIndex).toBeUndefined();
	});

	it('keeps the words of what the user entered, and tells the item', () => {
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

	it('hands on what is an error of n8n already', () => {
		const error = new NodeOperationError(node, 'told');
		expect(toNodeError(error, context, 3)).toBe(error);
	});
});
