import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { serveOnly, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 1 } });

const GO_ON = { onError: 'continueErrorOutput' } as const;
const PARAMETERS = {
	operation: 'compare',
	keyField: locator('Code'),
	inputKey: 'code',
	compareFields: { pairs: [{ field: 'Name', value: 'name' }] },
};
const ROWS = [
	{ code: 'a', name: 'A' },
	{ code: 'c', name: 'C' },
];
const CREATED = { created: ['b'], named: [] };
const NAMED = {
	created: [],
	named: ['"b" was output as created before, but that was not done'],
};

/** Compares three records with rows, by default with those of all but the second. */
async function compare(run: Partial<NodeRun>, input: IDataObject[] = ROWS) {
	serveOnly(service(), [
		{ Code: 'a', Name: 'A' },
		{ Code: 'b', Name: 'B' },
		{ Code: 'c', Name: 'C' },
	]);
	const all = { mode: 'trigger', settings: GO_ON, ...run, parameters: PARAMETERS, input } as const;
	const { outputs, error } = await readCustomers(service(), { maxCreated: 100 }, all);
	expect(error).toBeUndefined();
	const [created = [], , , errors = []] = outputs;
	return {
		created: created.map(({ json }) => json.Code),
		named: errors.map(({ json }) => json.error),
	};
}

describe('Compare remembers what it asked for', () => {
	it('but nothing of an execution by hand, whose output nobody may have saved', async () => {
		const run = { staticData: {}, workflowId: randomUUID() };
		expect(await compare({ ...run, mode: 'manual' })).toEqual(CREATED);
		expect(run.staticData).toEqual({});
		expect(await compare(run)).toEqual(CREATED);
		expect(await compare(run)).toEqual(NAMED);
	});

	it('and has n8n store it only if it is different', async () => {
		const run = { staticData: {}, workflowId: randomUUID() };
		await compare(run);
		const stored = JSON.stringify(run.staticData);
		expect(await compare(run)).toEqual(NAMED);
		expect(JSON.stringify(run.staticData)).toBe(stored);
	});

	it('and has n8n store it again where an execution that began earlier has ended later', async () => {
		const run = { staticData: {}, workflowId: randomUUID() };
		const earlier: IDataObject = {};
		await compare({ ...run, staticData: earlier });
		await compare(run, [{ code: 'c', name: 'Changed' }]);
		// n8n stored the earlier execution's memory last.
		const staticData: IDataObject = JSON.parse(JSON.stringify(earlier));
		await compare({ ...run, staticData }, [...ROWS, { code: 'b', name: 'B' }]);
		expect(JSON.stringify(staticData)).not.toBe(JSON.stringify(earlier));
		// Another process knows nothing but what is stored.
		const restarted = { ...run, workflowId: randomUUID(), staticData };
		expect((await compare(restarted, [{ code: 'c', name: 'C' }])).created).toEqual([]);
	});

	it('and counts what another process has stored since', async () => {
		const run = { staticData: {}, workflowId: randomUUID() };
		await compare(run);
		const [[node, own = {}] = ['']] = Object.entries<IDataObject>(run.staticData);
		const [list = ''] = Object.keys(own);
		const staticData = { [node]: { [list]: { version: 9, asked: '' } } };
		expect(await compare({ ...run, staticData })).toEqual(CREATED);
	});
});

it('outputs nothing where it names a row, and goes on without an output for errors', async () => {
	const settings = { onError: 'continueRegularOutput' } as const;
	const rows = [...ROWS, { code: 'a', name: 'Another' }];
	expect(await compare({ settings }, rows)).toEqual({ created: [], named: [] });
	expect(await compare({}, rows)).toMatchObject({ created: ['b'] });
});

it('says first what differs, where people see it', async () => {
	serveOnly(service(), [{ Code: 'a', Name: 'A' }]);
	const input = [{ code: 'a', name: 'Before' }];
	const { outputs } = await readCustomers(service(), {}, { parameters: PARAMETERS, input });
	expect(outputs[1]?.map(({ json }) => Object.keys(json))).toEqual([
		['differs', 'Code', 'Name', 'input'],
	]);
});
