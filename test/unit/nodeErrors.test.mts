import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { failure } from '../../nodes/CustomerData/api/failures';
import { toNodeError, whatToDo } from '../../nodes/CustomerData/nodeErrors';
import { PageNotRead } from '../../nodes/CustomerData/paging/pages';
import { context, node, quoting } from './support/failures.mts';

const cancelled = new PageNotRead(failure('cancelled'), 'GetCustomers', 50);
const refused = new UserError('Limit is off', { description: 'Enter another.' });

describe('an error for n8n', () => {
	it.each([cancelled, refused])('names its item where there is one: %s', (thrown) => {
		expect(toNodeError(thrown, context, 3).context.itemIndex).toBe(3);
		expect(toNodeError(thrown, context).context.itemIndex).toBeUndefined();
	});

	it('keeps the words of a refused parameter, and of whatever else was thrown', () => {
		const error = toNodeError(refused, context);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: 'Limit is off', description: 'Enter another.' });
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
		expect(cancelled.message).toMatch(/^GetCustomers .* offset 50 on: The execution/);
	});
});

describe('what to do', () => {
	it('quotes 500 characters at most', () => {
		const most = 'x'.repeat(500);
		expect(whatToDo(quoting(most))).toContain(`"${most}". Do what`);
		expect(whatToDo(quoting(`${most}y`))).toContain(`"${most}…" Do what`);
	});

	it('names the code where the place is not known', () => {
		const lost = failure('connectionLost', { code: 'ECONNRESET' });
		expect(whatToDo(lost)).toMatch(/\. \(ECONNRESET\)$/);
		expect(whatToDo(failure('cancelled'))).toMatch(/records\.$/);
	});
});
