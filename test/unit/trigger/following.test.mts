import fc from 'fast-check';
import { UserError, type IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { keyOf } from '../../../nodes/CustomerData/identity/identity';
import { TooManyRemovals } from '../../../nodes/CustomerData/identity/missing';
import type { Change } from '../../../nodes/CustomerData/trigger/changes';
import { law } from '../support/law.mts';
import { pollList, watchRequest } from '../support/watching.mts';

const PEOPLE = 8;
const SURE = 3;

/** One of those in the list, with its own key, somebody else's, or none. */
const person = fc.record({
	id: fc.oneof(
		{ weight: 6, arbitrary: fc.constant('own') },
		{ weight: 1, arbitrary: fc.constant(null) },
		{ weight: 1, arbitrary: fc.nat({ max: PEOPLE - 1 }) },
	),
	version: fc.nat({ max: 2 }),
	isThere: fc.boolean(),
});
const people = fc
	.array(person, { minLength: PEOPLE, maxLength: PEOPLE })
	.map((all) => all.map(({ id, ...one }, who) => ({ ...one, id: id === 'own' ? who : id, who })));

/** Where n8n dies, if it does: it starts a run and stores the state one after the other. */
const endings = fc.constantFrom('stored', 'stored', 'stored', 'before the run', 'before the state');

/** The list at each poll, with those who are not there. */
const polls = fc.array(fc.tuple(people, endings), { minLength: 5, maxLength: 25, size: 'max' });

function refusalOf(error: unknown): UserError {
	if (error instanceof UserError) return error;
	throw error;
}

/** How often each key stands in the list. */
function countKeys(records: DataRecord[]): Map<string | undefined, number> {
	const counts = new Map<string | undefined, number>();
	for (const { id } of records) counts.set(keyOf(id), (counts.get(keyOf(id)) ?? 0) + 1);
	return counts;
}

law(
	'whoever carries out each event has all that is there once it is mended, whatever polls are interrupted by; removed is only what three whole lists in a row have missed',
	{ of: [polls, fc.constantFrom(1, 3, Infinity)], examples: 500 },
	async (history, maxEvents) => {
		/** As n8n stored it last. */
		let data: IDataObject = {};
		const request = { ...watchRequest, unidentified: 'leaveOut', maxEvents };
		/** Lists without doubt that the state knows of. */
		let seen: Array<Map<string | undefined, number>> = [];
		const copy = new Map<string, DataRecord>();
		const byId = new Map<string, Change>();
		/** Of records that a run was started with, and that the state does not know of. */
		const forgotten = new Set<string>();
		let isRefused = false;
		async function look(everybody: DataRecord[], ending = 'stored'): Promise<Change[]> {
			const records = everybody.filter(({ isThere }) => isThere);
			const next = structuredClone(data);
			const found = await pollList(next, records, { request, size: 3 }).catch(refusalOf);
			const counts = countKeys(records);
			const clear = [...counts].filter(([key, count]) => key !== undefined && count === 1);
			// Because of an empty list, nobody is removed but a single record.
			isRefused = found instanceof TooManyRemovals;
			if (isRefused) expect(records).toEqual([]);
			else expect(found instanceof UserError).toBe(2 * clear.length < records.length);
			if (found instanceof UserError || ending === 'before the run') return [];
			const { changes, leftOut } = found;
			const whole = counts.has(undefined) ? seen : [...seen, counts];
			if (ending === 'stored') [data, seen] = [next, whole];
			else for (const { key } of changes) forgotten.add(key);
			expect(changes.length).toBeLessThanOrEqual(maxEvents);
			expect(leftOut).toBe(records.length - clear.length);
			for (const change of changes) {
				const { id, event, key, record } = change;
				// The same change again has the same ID, and another one another.
				expect(byId.get(id) ?? change).toEqual(change);
				byId.set(id, change);
				if (event === 'removed') {
					expect(counts.has(undefined)).toBe(false);
					const unshared = whole.filter((list) => (list.get(key) ?? 0) < 2);
					expect(unshared.slice(-SURE).filter((list) => list.has(key))).toEqual([]);
					copy.delete(key);
				} else if (record) {
					expect(counts.get(key)).toBe(1);
					copy.set(key, record);
				}
			}
			return changes;
		}
		for (const [people, ending] of history) await look(people, ending);
		const mended = (history.at(-1)?.[0] ?? []).map((one) => ({ ...one, id: one.who }));
		for (let quiet = 0; quiet < SURE + 1; quiet++) {
			if ((await look(mended)).length > 0) quiet = 0;
		}
		// Nobody knows of the last change before n8n died, if it is undone before the next poll.
		const isKnown = ({ id = null }: DataRecord) => !forgotten.has(keyOf(id) ?? '');
		const there = mended.filter((one) => one.isThere && isKnown(one));
		if (isRefused) copy.clear();
		const copied = [...copy.values()].filter(isKnown);
		expect(copied.sort((a, b) => Number(a.who) - Number(b.who))).toEqual(there);
	},
);
