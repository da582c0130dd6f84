import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { GO_ON, saidIn } from './support/heldBack.mts';
import { serveOnly, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 1 } });

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
	named: [expect.stringMatching(/^"b" \(B\) was output as created before, but that was not done/)],
};

/** Compares three records with rows, by default with those of all but the second. */
async function compare(run: Partial<NodeRun>, input: IDataObject[] = ROWS) {
	serveOnly(service(), [
		{ Code: 'a', Name: 'A' },
		{ Code: 'b', Name: 'B' },
		{ Code: 'c', Name: 'C' },
	]);
	const all = { mode: 'trigger', ...GO_ON, ...run, parameters: PARAMETERS, input } as const;
	const { outputs, error } = await readCustomers(service(), { maxCreated: 100 }, all);
	expect(error).toBeUndefined();
	const [created = [], , , heldBack = []] = outputs;
	return {
		created: created.map(({ json }) => json.Code),
		named: saidIn(heldBack),
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

it('says first what differs, where people see it', async () => {
	serveOnly(service(), [{ Code: 'a', Name: 'A' }]);
	const input = [{ code: 'a', name: 'Before' }];
	const { outputs } = await readCustomers(service(), {}, { parameters: PARAMETERS, input });
	expect(outputs[1]?.map(({ json }) => Object.keys(json))).toEqual([
		['differs', 'Code', 'Name', 'input'],
	]);
});

describe('Compare', () => {
	const CODES = Array.from({ length: 12 }, (_, index) => `n${index}`);

	/** Compares thirteen customers with these contacts. */
	async function first(contacts: IDataObject[], run: Partial<NodeRun>) {
		serveOnly(
			service(),
			['a', ...CODES].map((Code) => ({ Code, Name: Code })),
		);
		const parameters = { ...PARAMETERS, matchBy: ['Name'] };
		const all = { ...GO_ON, ...run, parameters, input: contacts } as const;
		const { outputs, error } = await readCustomers(service(), { maxCreated: 100 }, all);
		if (error) return [error.message];
		const [created = [], updated = [], , heldBack = []] = outputs;
		return [created.length, updated.length, ...saidIn(heldBack)];
	}

	const CONTACTS = ['a', ...CODES.slice(0, 5)].map((name, id) => ({ id, code: '', name }));

	it.each(['trigger', 'integrated'] as const)(
		'stops where no contact has a code yet and nobody looks, whatever may be created (%s)',
		async (mode) => {
			const message = "No contact has a value in 'code', and nobody looks";
			expect(await first(CONTACTS, { mode })).toEqual([expect.stringContaining(message)]);
			expect(await first(CONTACTS, { mode: 'manual' })).toEqual([7, 6]);
		},
	);

	it('stops once by hand where most would be created again, and none of them is in the input', async () => {
		const workflowId = randomUUID();
		const known = [{ code: 'a', name: 'a' }];
		expect(await first(known, { workflowId })).toEqual([12, 0]);
		const message = 'and 2 more were output as created by the execution before';
		const stopped = [expect.stringContaining(message)];
		expect(await first(known, { workflowId })).toEqual(stopped);
		expect(await first(known, { workflowId })).toEqual([12, 0]);
	});

	it('stops by hand also where the input is a first page that holds one of them', async () => {
		const workflowId = randomUUID();
		const rows = (codes: string[]) => codes.map((code) => ({ code, name: code }));
		expect(await first(rows(['a']), { workflowId })).toEqual([12, 0]);
		const stopped = [expect.stringContaining('are not in the input')];
		expect(await first(rows(['a', 'n1']), { workflowId })).toEqual(stopped);
	});

	it('does not stop by hand where half of them are in the input, or in another workflow', async () => {
		const workflowId = randomUUID();
		const rows = (codes: string[]) => codes.map((code) => ({ code, name: code }));
		expect(await first(rows(['a']), { workflowId })).toEqual([12, 0]);
		expect(await first(rows(['a']), { workflowId: randomUUID() })).toEqual([12, 0]);
		expect(await first(rows(['a', ...CODES.slice(0, 6)]), { workflowId })).toEqual([6, 0]);
	});

	it('does not take for saved what was only looked at', async () => {
		const run = { workflowId: randomUUID(), isStep: true };
		const known = [{ code: 'a', name: 'a' }];
		expect(await first(known, run)).toEqual([12, 0]);
		expect(await first(known, run)).toEqual([12, 0]);
	});

	it('refuses a retry of an execution, which has the rows of then', async () => {
		const message = 'A retry would compare contacts that were read before';
		expect(await first(CONTACTS, { mode: 'retry' })).toEqual([message]);
	});

	it('finds what it asked for under an earlier name of the node, also after a restart', async () => {
		const run = { staticData: {}, workflowId: randomUUID() };
		expect(await compare(run)).toEqual(CREATED);
		expect(await compare(afterRename(run))).toEqual(NAMED);
	});

	it('does not take for its own what a node with another name has asked for', async () => {
		const run = { staticData: {}, workflowId: randomUUID() };
		await compare({ ...run, settings: { id: 'another' } });
		expect(await compare(afterRename(run))).toEqual(CREATED);
	});

	/** As another process finds what is stored under the earlier name of a node. */
	function afterRename({ staticData }: { staticData: IDataObject }) {
		const entries = Object.entries(staticData).map(([name, data]) => [`${name} before`, data]);
		return { staticData: Object.fromEntries(entries), workflowId: randomUUID() };
	}
});

describe('a Stop and Error that stands above the nodes that save', () => {
	const at = (y: number): [number, number] => [0, y];
	const create = { name: 'Create', type: 'n8n-nodes-base.noOp', output: 0, position: at(0) };
	const stop = { name: 'Say what is left', type: 'n8n-nodes-base.stopAndError', output: 3 };
	/** Two share a code, and one customer is new. */
	const rows = [...ROWS, { code: 'a', name: 'Another' }];

	it('is named, and what it keeps from being saved is created another time', async () => {
		const run = { staticData: {}, workflowId: randomUUID() };
		const above = { ...run, after: [create, { ...stop, position: at(-100) }] };
		const below = { ...run, after: [create, { ...stop, position: at(100) }] };
		const early = expect.stringMatching(/^'Say what is left' stands above 'Create'.*2 contacts/);
		const shared = expect.stringMatching(/^2 contacts share/);
		expect(await compare(above, rows)).toEqual({ created: ['b'], named: [early] });
		expect(await compare(below, rows)).toEqual({ created: ['b'], named: [shared] });
		expect((await compare(below, rows)).created).toEqual([]);
	});
});
