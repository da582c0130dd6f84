import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { TooMany } from '../../../nodes/CustomerData/identity/brake';
import { law } from '../../support/law.mts';
import { CERTAIN, pollList, watchRequest } from '../../support/poll.mts';
import { range } from '../../support/range.mts';
import { runs } from '../../support/seed.mts';
import { SIGNS } from '../../support/stories.mts';

const request = {
	...watchRequest,
	maxRemovals: 20,
	unidentified: 'leaveOut',
	emitExisting: false,
};

/** A list without end has these records at a poll. */
const people = (from: number, to: number): DataRecord[] =>
	range(from, to).map((id) => ({ id, name: `Name ${id}` }));

/** What a read that leaves a doubt took, and a record that does. */
const DOUBTS = {
	'no two pages overlap': [{ ...CERTAIN, lacksOverlap: true }, []],
	'two records are equal': [{ ...CERTAIN, repeats: 1 }, []],
	'a record has no identifier': [CERTAIN, [{ id: null, name: 'Nobody' }]],
} as const;

describe.each(Object.entries(DOUBTS))('where always %s', (_, [stats, others]) => {
	it('a list in which one record is replaced at each poll is followed, and none is removed until that ends', async () => {
		const data: IDataObject = {};
		const poll = async (records: DataRecord[], { maxRemovals = 20, taken = CERTAIN } = {}) => {
			const own = { ...request, maxRemovals };
			const { changes } = await pollList(data, records, { request: own, stats: taken });
			return changes.map(({ event, key }) => SIGNS[event] + JSON.parse(key)).join(' ');
		};
		const last = runs(1_000);
		for (let nth = 0; nth <= last; nth++) {
			const [edited = {}, ...rest] = people(nth, nth + 100);
			const records = [...rest, { ...edited, name: `Edited ${nth}` }, ...others];
			const expected = nth > 0 ? `+${nth + 99} ~${nth}` : '';
			expect(await poll(records, { taken: stats })).toBe(expected);
		}
		const left = people(last, last + 100);
		const counts = `${last} of ${last + 100} records are missing`;
		if (last > 25) await expect(poll(left)).rejects.toThrow(counts);
		expect(await poll(left, { maxRemovals: 100 })).toBe(`~${last}`);
		expect(await poll(left)).toBe('');
		const removed = (await poll(left)).split(' ').filter(Boolean);
		expect(removed.sort()).toEqual(
			range(0, last)
				.map((id) => `-${id}`)
				.sort(),
		);
		expect(await poll(left)).toBe('');
	});
});

function refusalOf(error: unknown): TooMany {
	if (error instanceof TooMany) return error;
	throw error;
}

/** Who is there at each poll of thirty, and whether it leaves a doubt. */
const histories = fc.array(
	fc.record({
		absent: fc.array(fc.nat({ max: 29 }), { maxLength: 14 }),
		isDoubtful: fc.boolean(),
	}),
	{ minLength: 3, maxLength: 20, size: 'max' },
);

law(
	'a poll is refused where more are newly missing than may be, in doubt or not',
	{ of: [histories, fc.constantFrom(0, 10, 20, 40)], examples: 500 },
	async (history, maxRemovals) => {
		const data: IDataObject = {};
		const polled = { request: { ...request, maxRemovals } };
		const copy = new Set(range(0, 30));
		let before = new Set(copy);
		await pollList(data, people(0, 30), polled);
		for (const { absent, isDoubtful } of history) {
			const there = people(0, 30).filter(({ id }) => !absent.includes(Number(id)));
			const now = new Set(there.map(({ id }) => Number(id)));
			const gone = [...before].filter((id) => !now.has(id)).length;
			// Without a doubt, those count as well who were missing before.
			const known = isDoubtful ? before.size : copy.size;
			const isTooMany = known >= 10 && 100 * gone > maxRemovals * known;
			const stats = isDoubtful ? { ...CERTAIN, repeats: 1 } : CERTAIN;
			const found = await pollList(data, there, { ...polled, stats }).catch(refusalOf);
			const isRefused = found instanceof TooMany;
			if (isDoubtful || isTooMany) expect(isRefused).toBe(isTooMany);
			if (found instanceof TooMany) continue;
			before = now;
			for (const { event, key } of found.changes) {
				const id = Number(JSON.parse(key));
				expect(now.has(id)).toBe(event !== 'removed');
				expect(copy.has(id)).toBe(event !== 'created');
				if (event === 'removed') expect(copy.delete(id) && !isDoubtful).toBe(true);
				else copy.add(id);
			}
		}
	},
);
