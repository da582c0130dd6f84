import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { failure, PageNotRead, type Failure } from '../../../nodes/CustomerData/errors/failures';
import { toNodeError, whatToDo, withAdvice } from '../../../nodes/CustomerData/errors/nodeErrors';
import { keepSecrets } from '../../../nodes/CustomerData/errors/redact';
import { userError } from '../../../nodes/CustomerData/errors/userError';
import { quoting } from '../../support/everyFailure.mts';
import { context, node } from '../../support/nodes.mts';

it.each([
	new NodeOperationError(node, 'Said by n8n'),
	new NodeApiError(node, { message: 'Said by n8n' }),
])('leaves an error as n8n made it: %s', (error) => {
	expect(toNodeError(error, context, 3)).toBe(error);
	expect(error.context.itemIndex).toBeUndefined();
});

it('keeps a link in what n8n says, but none in what we quote', () => {
	const description = 'See <a href="https://docs.example">the docs</a>';
	const ofN8n = Object.assign(new Error('Said by n8n'), { description });
	expect(toNodeError(ofN8n, context).description).toBe(description);
	const quote = description.replaceAll('<', '&lt;');
	expect(toNodeError(userError('Ours', description), context).description).toBe(quote);
});

it('keeps the words of whatever was thrown', () => {
	expect(toNodeError('just a text', context).message).toBe('just a text');
	const canceled = new PageNotRead(failure('canceled'), 'GetCustomers', 50);
	expect(canceled.message).toMatch(/^GetCustomers .* offset 50 on: The execution/);
});

it('adds what to do to a message, if anybody knows', () => {
	expect(withAdvice(userError('It is empty', 'Fill it in.')).message).toBe(
		'It is empty. Fill it in.',
	);
	expect(withAdvice(new Error('It is empty')).message).toBe('It is empty');
	expect(withAdvice(new NodeOperationError(node, 'Said by n8n')).message).toBe('Said by n8n');
});

it('leaves an error as it was thrown, and gives its words without the key to a copy', () => {
	const key = 'k-secret-123456';
	const own = { ...context };
	keepSecrets([key], own);
	const thrown = userError(`No ${key}`, `Add ${key}.`);
	const { message, description } = thrown;
	expect(withAdvice(thrown)).toBeInstanceOf(UserError);
	const { cause } = toNodeError(thrown, own);
	expect(cause).toBeInstanceOf(UserError);
	expect(cause).toMatchObject({ message: 'No ***', description: 'Add ***.' });
	expect(thrown).toMatchObject({ message, description });
	expect(description).toContain(key);
});

it('quotes 500 characters at most', () => {
	const most = 'x'.repeat(500);
	expect(whatToDo(quoting(most))).toContain(`"${most}". `);
	expect(whatToDo(quoting(`${most}y`))).toContain(`"${most}…" `);
});

it.each<[where: string | undefined, found: Partial<Failure>, expected: string]>([
	[undefined, {}, ''],
	[undefined, { code: 'ECONNRESET', retries: 0 }, ' (ECONNRESET)'],
	['GetCustomers', {}, ' (GetCustomers)'],
	['GetCustomers', { code: 'EPIPE', retries: 1 }, ' (GetCustomers, EPIPE, 1 retry)'],
	['GetCustomers', { retries: 5 }, ' (GetCustomers, 5 retries)'],
])('names what is known of the place: %s %j', (where, known, expected) => {
	const found = failure('connectionLost', known);
	expect(whatToDo(found, where)).toBe(found.advice + expected);
});
