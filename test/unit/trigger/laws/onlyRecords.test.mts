import fc from 'fast-check';
import { UserError, type IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { TooMany } from '../../../../nodes/CustomerData/identity/brake';
import type { Condition } from '../../../../nodes/CustomerData/parameters/onlyRecords';
import type { WatchRequest } from '../../../../nodes/CustomerData/trigger/parameters';
import { wantedBy } from '../../../../nodes/CustomerData/values/conditions';
import { law } from '../../../support/law.mts';
import { CERTAIN, pollList, pollPages, watchRequest } from '../../../support/poll.mts';
import { range } from '../../../support/range.mts';
import { SIGNS } from '../../../support/stories.mts';

const is = (field: string, value: unknown): Condition => ({ field, isNot: false, value });
const isNot = (field: string, value: unknown): Condition => ({ field, isNot: true, value });

/** A request that takes existing records for known. */
const only = (conditions: Condition[], changes: Partial<WatchRequest> = {}): WatchRequest => ({
	...watchRequest,
	...{ emitExisting: false, conditions, ...changes },
});

const active = only([is('Active', 'true')]);

/** Customers with these numbers, the first of which are active. */
const customers = (count: number, actives: number, Name = 'Name'): DataRecord[] =>
	range(0, count).map((id) => ({ id, Name, Active: id < actives }));

/** E.g. `+1 ~2 -3`, or how the poll is refused. */
async function look(data: IDataObject, request: WatchRequest, records: DataRecord[]) {
	const found = await pollList(data, records, { request, size: 7 }).catch(refused);
	if (found instanceof UserError) return `! ${found.message}`;
	return found.changes.map(({ event, key }) => SIGNS[event] + JSON.parse(key)).join(' ');
}

function refused(error: unknown): UserError {
	if (error instanceof UserError) return error;
	throw error;
}

async function follow(request: WatchRequest, ...lists: DataRecord[][]) {
	const data: IDataObject = {};
	const events: string[] = [];
	for (const records of lists) events.push(await look(data, request, records));
	return events;
}

describe('a trigger that wants only some records', () => {
	const kinds = fc.constantFrom('a', 'b', '', null);
	const person = fc.record({
		id: fc.oneof(
			{ weight: 6, arbitrary: fc.constant('own') },
			{ weight: 1, arbitrary: fc.constant(null) },
			{ weight: 1, arbitrary: fc.nat({ max: 7 }) },
		),
		Kind: kinds,
		City: kinds,
		version: fc.nat({ max: 1 }),
		isThere: fc.boolean(),
	});
	const people = fc
		.array(person, { minLength: 8, maxLength: 8 })
		.map((all) =>
			all.flatMap(({ id, isThere, ...one }, who): DataRecord[] =>
				isThere ? [{ ...one, id: id === 'own' ? who : id }] : [],
			),
		);
	const conditions = fc.array(
		fc.record({
			field: fc.constantFrom('Kind', 'City'),
			isNot: fc.boolean(),
			value: fc.constantFrom('a', 'b', ''),
		}),
		{ maxLength: 3 },
	);
	/** So that no field is empty in all of them. */
	const last = { id: 'last', Kind: 'c', City: 'c' };

	law(
		'outputs what it would output if the others were not in the list',
		{
			of: [
				fc.array(fc.tuple(people, fc.nat({ max: 1 })), {
					minLength: 5,
					maxLength: 20,
					size: 'max',
				}),
				conditions,
				fc.constantFrom(1, 3, Infinity),
				fc.constantFrom('leaveOut', 'error'),
				fc.constantFrom(20, 100),
				fc.boolean(),
			],
			examples: 500,
		},
		async (history, given, maxEvents, unidentified, maxRemovals, emitExisting) => {
			const whole = only([], { maxEvents, unidentified, maxRemovals, emitExisting });
			const isWanted = wantedBy(given, 'UTC');
			const [data, other]: IDataObject[] = [{}, {}];
			for (const [people, repeats] of history) {
				const records = [...people, last];
				const stats = { ...CERTAIN, repeats };
				const seen = await Promise.all(
					[
						[data, records, { ...whole, conditions: given }] as const,
						[other, records.filter(isWanted), whole] as const,
					].map(async ([own, list, request]) => {
						const found = await pollList(own ?? {}, list, { request, stats }).catch(refused);
						if (found instanceof UserError) return found.constructor;
						return found.changes.map(({ event, key, record }) => ({ event, key, record }));
					}),
				);
				expect(seen[0]).toEqual(seen[1]);
			}
		},
	);

	it('outputs a record that starts to meet a condition as created, and after three reads one that stops as removed', async () => {
		expect(
			await follow(
				active,
				customers(9, 4),
				customers(9, 5),
				...range(0, 3).map(() => customers(9, 3)),
				customers(9, 3),
				customers(9, 4, 'Other'),
			),
		).toEqual(['', '+4', '', '', '-3 -4', '', '~0 ~1 ~2 +3']);
	});

	it('removes no record that does not meet a condition for a poll or two', async () => {
		const [more, less] = [customers(9, 4), customers(9, 3)];
		expect(await follow(active, more, less, less, more, less, less, less)).toEqual([
			...['', '', '', '', '', ''],
			'-3',
		]);
	});

	it('fails where too many no longer meet a condition, and says that this can be the cause', async () => {
		const data: IDataObject = {};
		const request = { ...active, maxRemovals: 20 };
		await look(data, request, customers(40, 20));
		const polling = pollList(data, customers(40, 15), { request });
		await expect(polling).rejects.toMatchObject({
			message: "5 of 20 records are missing, more than 'Max Removals (%)' allows (20%)",
			description: expect.stringContaining(
				"'Only Records With' leaves out count as not in the list",
			),
		});
	});

	it('reads conditions by a path, on fields that are not watched, and in the time zone of the workflow', async () => {
		const list = (Since: string): DataRecord[] => [{ id: 1, Name: 'A', About: { Since } }];
		const watched = { fields: ['Name'], ignored: ['About'] };
		const request = only([is('About.Since', '2024-07-02')], {
			...{ watched, watchedId: 'Name', timeZone: 'America/New_York' },
		});
		const [day, before] = [list('2024-07-02T04:00:00Z'), list('2024-07-02T03:00:00Z')];
		expect(await follow(request, before, day)).toEqual(['', '+1']);
	});

	it('counts a page that is read again once, wanted or not', async () => {
		const [one, two, three] = customers(3, 2);
		const request = { ...active, emitExisting: true };
		const { changes, unwanted } = await pollPages(
			{},
			async function* () {
				yield { kept: 0, offset: 0, records: [{ ...three }, { ...one }], next: 2 };
				yield { kept: 1, offset: 1, records: [{ ...two }], next: undefined };
			},
			request,
			CERTAIN,
		);
		expect([changes.map(({ key }) => key), unwanted]).toEqual([['"1"'], 1]);
	});
});

describe('a condition that leaves nobody', () => {
	const nobody = only([is('Active', 'maybe')]);

	it("is as an empty list at the first poll, and stands in n8n's log", async () => {
		const data: IDataObject = {};
		for (const [count, words] of [
			[3, 'all 3 records'],
			[1, 'the only record'],
		] as const) {
			const { notes } = await pollList(data, customers(count, 1), { request: nobody });
			expect(notes).toEqual([`'Only Records With' leaves out ${words}`]);
		}
		const found = [...customers(2, 1), { id: 7, Active: 'maybe' }];
		expect(await look(data, nobody, found)).toBe('+7');
		expect((await pollList(data, found, { request: nobody })).notes).toEqual([]);
	});

	it('fails the poll where two are known, whatever the maximum, and removes a single one', async () => {
		const data: IDataObject = {};
		await look(data, active, customers(4, 2));
		const stored = structuredClone(data);
		const polling = pollList(data, customers(4, 0), { request: active });
		await expect(polling).rejects.toThrow(TooMany);
		await expect(polling).rejects.toMatchObject({
			message: "'Only Records With' leaves out all 4 records, so all 2 known records are missing",
			description: expect.stringContaining("in the first record, 'Active' is false."),
		});
		expect(data).toEqual(stored);
		expect(await look(data, active, [])).toBe(
			'! The list is empty, so all 2 known records are missing',
		);
		const none = customers(4, 0);
		expect(await follow(active, customers(4, 1), none, none, none)).toEqual(['', '', '', '-0']);
	});
});

describe('a condition on a field', () => {
	/** Of five customers, these are blocked, and the others have this in its place. */
	const blocked = (ids: number[], empty: DataRecord = { Blocked: null }): DataRecord[] =>
		range(0, 5).map((id) => ({ id, Name: 'A', ...(ids.includes(id) ? { Blocked: 'x' } : empty) }));
	const allowed = only([isNot('Blocked', 'x')]);
	const LOST = "! No record has a value any more in 'Blocked'";

	it.each<[string, DataRecord]>([
		['is empty', { Blocked: '' }],
		['is gone', {}],
	])('that %s now fails the poll, and lets nobody in whom it kept out', async (_, empty) => {
		const data: IDataObject = {};
		for (const before of [blocked([3, 4]), blocked([4])]) {
			for (const request of [allowed, only([is('Blocked', '')]), only([is('Blocked', 'false')])]) {
				await look(data, request, before);
				const stored = structuredClone(data);
				expect(await look(data, request, blocked([], empty))).toBe(LOST);
				expect(data).toEqual(stored);
			}
		}
	});

	it('that is empty fails no poll where it was so before, or where the list is empty', async () => {
		const none = blocked([]);
		const more = [...none, { id: 9, Name: 'A' }];
		expect(await follow(allowed, none, more)).toEqual(['', '+9']);
		const one = [{ id: 1, Blocked: 'y' }];
		expect(await follow(allowed, one, [], [], [])).toEqual(['', '', '', '-1']);
	});

	it('that no record has is refused at each poll, with those that there are', async () => {
		const [none, some] = [blocked([], {}), blocked([], { Blocked: null })];
		const missing = "! No record has a field named 'Blocked'";
		const inside = only([isNot('Blocked.By', 'x')]);
		expect(await follow(allowed, none, some, none)).toEqual([missing, '', missing]);
		expect(await follow(inside, some)).toEqual(["! No record has a field named 'Blocked.By'"]);
		await expect(pollList({}, none, { request: allowed })).rejects.toMatchObject({
			description:
				"In 'Only Records With', choose from the fields of the records that were read: 'id' and 'Name'.",
		});
	});

	it('that is lost, and then not asked for, outputs nobody as created who is not known', async () => {
		const [data, lost] = [{}, [...blocked([], {}), { id: 9, Name: 'New' }]];
		await look(data, allowed, blocked([3, 4]));
		const next = only([]);
		const stored = structuredClone(data);
		expect(await look(data, next, lost)).toBe('');
		expect(await look(data, next, [...lost, { id: 10 }])).toBe('+10');
		// Unless all of those who are there are to be output.
		expect(await look(stored, { ...next, emitExisting: true }, lost)).toBe('+3 +4 +9');
	});

	it('that is lost keeps back no change that waits', async () => {
		const data: IDataObject = {};
		const slow = { ...allowed, maxEvents: 1 };
		const [few, all] = [blocked([3, 4]).slice(2), blocked([3, 4])];
		await look(data, slow, few);
		expect(await look(data, slow, all)).toBe('+0');
		expect(await look(data, only([]), blocked([], {}))).toBe('+1');
	});
});

describe('a change of the conditions', () => {
	it('goes on with the known records: those it lets in are remembered, and those it leaves out are removed', async () => {
		const data: IDataObject = {};
		await look(data, active, customers(9, 5));
		const inactive = only([is('Active', 'false')]);
		const polls: Array<[WatchRequest, DataRecord[], string]> = [
			// Who met the conditions as they were is new.
			[only([]), customers(9, 6), '+5'],
			[only([]), [...customers(9, 6), { id: 9 }], '+9'],
			[inactive, customers(9, 6), ''],
			[inactive, customers(9, 6), ''],
			[inactive, customers(9, 6), '-0 -1 -2 -3 -4 -5 -9'],
			[inactive, customers(9, 6, 'Other'), '~6 ~7 ~8'],
			[inactive, customers(9, 5, 'Other'), '+5'],
		];
		for (const [request, records, events] of polls) {
			expect(await look(data, request, records)).toBe(events);
		}
	});

	it("outputs those it lets in where 'Include Existing Records' is on, in executions of the maximum", async () => {
		const data: IDataObject = {};
		await look(data, { ...active, emitExisting: true }, customers(7, 3));
		const next = only([], { emitExisting: true, maxEvents: 3, events: new Set(['removed']) });
		const events = [];
		for (let nth = 0; nth < 3; nth++) events.push(await look(data, next, customers(7, 3)));
		expect(events).toEqual(['+3 +4 +5', '+6', '']);
	});

	it('outputs what waits, whether it met the conditions as they were or not', async () => {
		const data: IDataObject = {};
		await look(data, active, customers(4, 1));
		expect(await look(data, { ...active, maxEvents: 1 }, customers(4, 3))).toBe('+1');
		const named = only([is('Name', 'Name')]);
		expect(await look(data, named, customers(4, 0))).toBe('+2 ~0 ~1');
	});

	it('counts anew in how many records a watched field has a value', async () => {
		const data: IDataObject = {};
		const withFax = customers(24, 12).map((one) => (one.Active ? { ...one, Fax: '1' } : one));
		await look(data, active, withFax);
		expect(await look(data, only([is('Active', 'false')]), withFax)).toBe('');
	});

	it('is none where conditions are the same', async () => {
		const data: IDataObject = {};
		await look(data, active, customers(3, 1));
		const again = { ...active, conditions: [is('Active', 'true')] };
		const { isStored } = await pollList(data, customers(3, 1), { request: again });
		expect(isStored).toBe(false);
	});
});
