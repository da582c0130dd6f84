import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { range } from '../support/range.mts';
import { serveOnly, servePages, useOwnService } from './support/service.mts';
import { logged } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 120 } });

const read = async (options: INodeParameters = {}, run: Partial<NodeRun> = {}) =>
	await readCustomers(service(), { uniqueField: 'Code', ...options }, run);

const RECORDS = [
	{ Code: 'A', Name: 'One', City: '' },
	{ Code: '', Name: 'Two', City: 'Utrecht' },
	{ Code: 7, Name: 'Three' },
	{ Code: '7', Name: 'Four' },
	{ Code: 'B', Name: 'Five' },
	{ Code: 'B', Name: 'Five' },
	{ Code: null, Name: 'Six' },
];

const MESSAGES = [
	"Record 2 in the list (Two, Utrecht) has no value in 'Code'",
	"Record 7 in the list (Six) has no value in 'Code'",
	`'Code' does not identify a record: records 3 and 4 in the list differ, but share "7"`,
];

it('Unique Field lets a list through whose records it identifies', async () => {
	const log = logged('info');
	const { records, error } = await read({ fields: ['Name'] });
	expect(error).toBeUndefined();
	expect(log).not.toHaveBeenCalled();
	expect(records).toHaveLength(120);
	// The identifier is there, too: whoever saves the records finds them again by it.
	expect(Object.keys(records[0] ?? {})).toEqual(['Code', 'Name']);
	expect(service().requests).toHaveLength(3);
});

it('Unique Field stops the node because of what it does not identify, or outputs that as errors', async () => {
	serveOnly(service(), RECORDS);
	const { error, ...stopped } = await read();
	expect(stopped.records).toEqual([]);
	expect(error?.message).toBe(MESSAGES.join('. '));
	expect(error?.description).toContain("without these records. Choose a field for 'Unique Field");
	expect(error?.description).toContain("'Continue (using error output)'");
	const settings = { onError: 'continueErrorOutput' } as const;
	const { records, errorItems } = await read({ emptyAsNull: true }, { settings });
	expect(records).toEqual([
		{ Code: 'A', Name: 'One', City: null },
		{ Code: 'B', Name: 'Five' },
	]);
	expect(errorItems.map(({ json }) => json.error)).toEqual(MESSAGES);
});

it("Unique Field names what some databases take for one, also in n8n's log, and returns it", async () => {
	const zeros = range(0, 12).map((count) => `${'0'.repeat(count)}7`);
	const codes = ['ab12', 'B', 'AB12', 'k\u00fcbel', 'kubel', ...zeros, ...'+-*/#=&'];
	serveOnly(
		service(),
		codes.map((Code) => ({ Code })),
	);
	const log = logged('info');
	const { records, hints, error } = await read();
	expect(error).toBeUndefined();
	expect(records.map(({ Code }) => Code)).toEqual(codes);
	const firstTen = `${zeros
		.slice(0, 10)
		.map((zero) => `"${zero}"`)
		.join(', ')}, and 2 more`;
	const alike = ['"ab12" and "AB12"', '"k\u00fcbel" and "kubel"', firstTen];
	const sentences = alike.map(
		(keys) => `${keys} are different values of 'Code', but some databases take them for one`,
	);
	expect(hints).toHaveLength(1);
	expect(hints[0]).toContain(`${sentences.join('. ')}. If your CRM does, `);
	expect(log.mock.calls).toEqual([[`Node: ${sentences.join('. ')}`]]);
});

it('Unique Field names no record that was edited and moved during the read', async () => {
	let pages = 0;
	servePages(service(), (page) => {
		if (++pages === 2) {
			const list = service().lists.GetCustomers;
			const [record] = list.page(10, 1);
			list.remove(10);
			list.insert({ ...record, Name: 'Moved' });
		}
		return page();
	});
	const { records, error } = await read({ parallelRequests: 1 });
	expect(error).toBeUndefined();
	expect(records).toHaveLength(120);
});

it('Unique Field is a field that the records have', async () => {
	const { error } = await read({ uniqueField: 'code' });
	expect(error?.message).toBe("No record has a field named 'code'");
	expect(error?.description).toMatch(/^In 'Unique Field Name or ID', choose/);
	const part = { parameters: { returnAll: false, limit: 2 } };
	expect((await read({ fields: ['name'] }, part)).records).toEqual([
		{ Code: 'C000001' },
		{ Code: 'C000002' },
	]);
	const other = await read({ fields: ['name'] });
	expect(other.error?.message).toBe("No record has a field named 'name'");
});
