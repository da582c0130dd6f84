import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type Failure, failure } from '../../nodes/CustomerData/api/failures';
import { toNodeError, whatToDo } from '../../nodes/CustomerData/nodeErrors';
import { PageNotRead } from '../../nodes/CustomerData/paging/pages';
import { context, node, quoting, status } from './support/failures.mts';

const ofPage = (found: Failure) => new PageNotRead(found, 'GetCustomers', 50);

describe('an error for n8n', () => {
	it.each([
		[status(429, 90_000), { cause: 'rate-limited', retryAfterMs: 90_000 }],
		[status(503), { cause: 'temporarily-unavailable' }],
		[status(401, 90_000), { cause: 'credential-invalid' }],
		[status(501, 90_000), undefined],
	])('declares why, and how long a failure that may pass asks to wait: %o', (found, declared) => {
		const error = toNodeError(ofPage(found), context);
		expect(error instanceof NodeApiError && error.failure).toStrictEqual(declared);
	});

	it.each([ofPage(failure('cancelled')), new UserError('Limit is off')])(
		'names its item where there is one: %s',
		(thrown) => {
			expect(toNodeError(thrown, context, 3).context.itemIndex).toBe(3);
			expect(toNodeError(thrown, context).context.itemIndex).toBeUndefined();
		},
	);

	it('keeps the words of a refused parameter, and of whatever else was thrown', () => {
		const words = { message: 'Limit is off', description: 'Enter another.' };
		const { message, description } = words;
		const error = toNodeError(new UserError(message, { description }), context);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject(words);
		expect(toNodeError('just a text', context).message).toBe('just a text');
	});

	it.each([
		new NodeOperationError(node, 'Said by n8n'),
		new NodeApiError(node, { message: 'Said by n8n' }),
	])('is the one that n8n made: %s', (error) => {
		expect(toNodeError(error, context, 3)).toBe(error);
		expect(error.context.itemIndex).toBeUndefined();
	});

	it('has words for a log, should one catch the failure itself', () => {
		expect(ofPage(failure('cancelled')).message).toMatch(/^GetCustomers .* offset 50 on: The exec/);
	});
});

describe('what to do', () => {
	const exact = 'x'.repeat(500);

	it.each([
		[' Closed\n\n for\t stocktaking ', 'The service says: "Closed for stocktaking". Do what'],
		['Closed.', 'The service says: "Closed." Do what'],
		['Closed!', 'The service says: "Closed!" Do what'],
		['Closed?', 'The service says: "Closed?" Do what'],
		[exact, `The service says: "${exact}". Do what`],
		[`${exact}y`, `The service says: "${exact}…" Do what`],
		[' \n', 'Do what'],
	])('quotes %j on one line, and at most 500 characters', (said, text) => {
		expect(whatToDo(quoting(said)).startsWith(text)).toBe(true);
	});

	const lost = failure('connectionLost', { code: 'ECONNRESET' });

	it.each([
		[lost, 'GetCustomers, offset 100', '. (GetCustomers, offset 100, ECONNRESET)'],
		[lost, undefined, '. (ECONNRESET)'],
		[failure('cancelled'), undefined, 'records.'],
	])('says where it happened, and with which code, as far as is known', (found, where, end) => {
		expect(whatToDo(found, where).endsWith(end)).toBe(true);
	});
});
