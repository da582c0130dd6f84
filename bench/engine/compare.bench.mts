import type { INodeParameters } from 'n8n-workflow';
import { expect, inject, it } from 'vitest';
import { startNode } from '../../test/engine/support/runNode.mts';
import { locator } from '../../test/engine/support/trigger.mts';
import { inTurns, store } from './measure.mts';

const GET_MANY = { operation: 'getAll', returnAll: true };
const FIELDS = ['Name', 'Email', 'Phone', 'City', 'CreditLimit'];
const COMPARE = {
	operation: 'compare',
	keyField: locator('Code'),
	inputKey: 'Code',
	compareFields: { pairs: FIELDS.map((field) => ({ field, value: field })) },
};

it('measures comparisons beside reads of the same list', async () => {
	const figures = [];
	for (const { records, latency, credential } of inject('lists')) {
		const { records: rows } = await startNode({ credential, parameters: GET_MANY }).outcome;
		expect(rows).toHaveLength(records);
		const taking = async (parameters: INodeParameters, input = [{}], items = 0) => {
			const { data } = await startNode({ credential, parameters, input }).execution;
			const [{ data: output, executionTime } = {}] = data.resultData.runData.Node ?? [];
			expect(output?.main?.flat()).toHaveLength(items);
			return executionTime ?? NaN;
		};
		const tasks = {
			getMany: async () => await taking(GET_MANY, [{}], records),
			compareInStep: async () => await taking(COMPARE, rows),
			compareOneRemoved: async () => await taking(COMPARE, [...rows, { Code: 'X' }], 1),
		};
		figures.push({ records, latency, ...(await inTurns(tasks)) });
	}
	await store('compare', figures);
});
