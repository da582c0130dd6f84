import fc from 'fast-check';
import { UserError, type IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { TooMany } from '../../../../nodes/CustomerData/identity/brake';
import { textKeyOf } from '../../../../nodes/CustomerData/identity/identity';
import type { Change } from '../../../../nodes/CustomerData/trigger/changes';
import { law } from '../../../support/law.mts';
import { pollList, watchRequest } from '../../../support/poll.mts';

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

/** The list at each poll, with those who are not there. */
const lists = fc.array(people, { minLength: 5, maxLength: 25, size: 'max' });

function refusalOf(error: unknown): UserError {
	if (error instanceof UserError) return error;
	throw error;
}

/** How often each key stands in the list. */
function countKeys(records: DataRecord[]): Map<string | undefined, number> {
	const counts = new Map<string | undefined, number>();
	for (const { id } of records) counts.set(textKeyOf(id), (counts.get(textKeyOf(id)) ?? 0) + 1);
	return counts;
}

law(
	'removes only what three whole lists in a row have missed, and has all that is there once it is mended',
	{ of: [lists, fc.constantFrom(1, 3, Infinity)], examples: 300 },
	async (history, maxEvents) => {
		const data: IDataObject = {};
		const request = { ...watchRequest, unidentified: 'leaveOut', maxEvents };
		const seen: Array<Map<string | undefined, number>> = [];
		const copy = new Map<string, DataRecord>();
		let isRefused = false;
		async function look(everybody: DataRecord[]): Promise<Change[]> {
			const records = everybody.filter(({ isThere }) => isThere);
			const found = await pollList(data, records, { request, size: 3 }).catch(refusalOf);
			const counts = countKeys(records);
			const clear = [...counts].filter(([key, count]) => key !== undefined && count === 1);
			// Because of an empty list, nobody is removed but a single record.
			isRefused = found instanceof TooMany;
			if (isRefused) expect(records).toEqual([]);
			else expect(found instanceof UserError).toBe(2 * clear.length < records.length);
			if (found instanceof UserError) return [];
			const { changes, leftOut } = found;
			expect(leftOut).toBe(records.length - clear.length);
			if (!counts.has(undefined)) seen.push(counts);
			for (const { event, key, record } of changes) {
				if (event === 'removed') {
					expect(counts.has(undefined)).toBe(false);
					const unshared = seen.filter((list) => (list.get(key) ?? 0) < 2);
					expect(unshared.slice(-SURE).filter((list) => list.has(key))).toEqual([]);
					copy.delete(key);
				} else if (record) {
					expect(counts.get(key)).toBe(1);
					copy.set(key, record);
				}
			}
			return changes;
		}
		for (const people of history) await look(people);
		const mended = (history.at(-1) ?? []).map((one) => ({ ...one, id: one.who }));
		for (let quiet = 0; quiet < SURE + 1; quiet++) {
			if ((await look(mended)).length > 0) quiet = 0;
		}
		const there = mended.filter(({ isThere }) => isThere);
		if (isRefused) copy.clear();
		expect([...copy.values()].sort((a, b) => Number(a.who) - Number(b.who))).toEqual(there);
	},
);
