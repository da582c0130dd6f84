import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { readCustomers, startRuns, type NodeRun } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 60 } });

const PARAMETERS = {
	operation: 'compare',
	keyField: locator('Code'),
	inputKey: 'code',
	compareFields: { pairs: [{ field: 'Name', value: 'name' }] },
};
const GO_ON = { onError: 'continueErrorOutput' } as const;

const rows = (from = 0): IDataObject[] =>
	service()
		.lists.GetCustomers.page(from, 60)
		.map(({ Code, Name }) => JSON.parse(JSON.stringify({ code: Code, name: Name })));

/** What each output has, by the codes. */
async function compare(input: IDataObject[], run: Partial<NodeRun>) {
	const { outputs, error } = await readCustomers(
		service(),
		{},
		{ parameters: PARAMETERS, settings: GO_ON, input, ...run },
	);
	expect(error).toBeUndefined();
	const [created = [], updated = [], removed = [], errors = []] = outputs;
	return {
		created: created.map(({ json }) => json.Code),
		updated: updated.map(({ json }) => json.Code),
		removed: removed.map(({ json }) => json.code),
		errors: errors.map(({ json }) => json.error),
	};
}

it('names what was not done, and creates nobody again, in published workflows', async () => {
	const [, second = {}, ...others] = rows();
	const input = [{ ...second, name: 'Other' }, ...others, { code: 'X', name: 'Gone' }];
	const run = { mode: 'trigger', staticData: {} } as const;
	const due = { updated: ['C000002'], removed: ['X'] };
	expect(await compare(input, run)).toEqual({ created: ['C000001'], ...due, errors: [] });
	const again = [
		'"C000001" was output as created before, but that was not done',
		'"C000002" was output as updated before, but that was not done',
		'"X" was output as removed before, but that was not done',
	];
	for (const _ of ['second', 'third']) {
		expect(await compare(input, run)).toEqual({ created: [], ...due, errors: [again.join('. ')] });
	}
	expect(await compare(rows(), run)).toEqual({ created: [], updated: [], removed: [], errors: [] });
	// Whoever executes a workflow by hand looks at what it does.
	const byHand = await compare(rows(1), { ...run, mode: 'manual' });
	expect(byHand).toMatchObject({ created: ['C000001'], errors: [] });
});

it('remembers nothing of a list that was not compared, and of no other company', async () => {
	const run = { mode: 'trigger', staticData: {} } as const;
	const created = ['C000001'];
	service().setFaults([{ kind: 'status', status: 400, times: 1 }]);
	expect((await compare(rows(1), run)).errors).toHaveLength(1);
	expect(await compare(rows(1), run)).toMatchObject({ created, errors: [] });
	const { second } = service();
	second.lists.GetCustomers.upsert(0, {
		...second.lists.GetCustomers.at(0),
		Code: 'C000001',
		Name: service().lists.GetCustomers.at(0)?.Name,
	});
	const ofOther = second.lists.GetCustomers.page(1, 60).map(({ Code: code, Name: name }) => ({
		code,
		name,
	}));
	const credential = { companyId: second.companyId };
	const other = await compare(ofOther as IDataObject[], { ...run, credential });
	expect(other).toMatchObject({ created, errors: [] });
});

it('remembers nothing where only a report is made of it', async () => {
	const parameters = { ...PARAMETERS, options: { reportOnly: true } };
	const run = { mode: 'trigger', staticData: {}, parameters } as const;
	for (const _ of ['first', 'second']) {
		expect(await compare(rows(1), run)).toMatchObject({ created: ['C000001'], errors: [] });
	}
	expect(run.staticData).toEqual({});
});

it('asks again for whom no row had, once any of its fields changes, where none is compared', async () => {
	const parameters = { ...PARAMETERS, compareFields: { pairs: [] } };
	const run = { mode: 'trigger', staticData: {}, parameters } as const;
	const codes = rows(1).map(({ code }) => code);
	const names = ['"C000001" was output as created before, but that was not done'];
	// Without fields, every row is updated each time, which says nothing of what was done.
	expect(await compare(rows(1), run)).toMatchObject({
		created: ['C000001'],
		updated: codes,
		errors: [],
	});
	expect(await compare(rows(1), run)).toMatchObject({ created: [], updated: codes, errors: names });
	const { GetCustomers: customers } = service().lists;
	customers.upsert(0, { ...customers.at(0), Phone: '1' });
	expect(await compare(rows(1), run)).toMatchObject({ created: ['C000001'], errors: [] });
});

it('does not take whom it held back for asked', async () => {
	const run = { mode: 'trigger', staticData: {} } as const;
	const [{ name } = {}] = rows();
	const twin = await compare([...rows(1), { name }], run);
	expect(twin.created).toEqual([]);
	expect(twin.errors).toEqual([expect.stringContaining('1 input item has no identifier')]);
	expect(await compare(rows(1), run)).toMatchObject({ created: ['C000001'], errors: [] });
});

it('sees all rows at once: a second comparison in one execution is refused', async () => {
	const node = {
		credential: credentialFor(service()),
		parameters: { resource: 'customer', ...PARAMETERS },
	};
	const halves = [rows().slice(0, 55), rows().slice(55)];
	const runs = await startRuns({ ...node, settings: GO_ON }, halves);
	expect(runs.map((outputs) => outputs.map((items) => items.length))).toEqual([
		[0, 0, 0, 1],
		[0, 0, 0, 1],
	]);
	expect(runs[0]?.[3]?.[0]?.json.error).toContain('55 of 60 records are not in the input');
	expect(runs[1]?.[3]?.[0]?.json.error).toBe(
		'This node has compared the same list before in this execution',
	);
});
