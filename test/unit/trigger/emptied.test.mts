import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { TooMany } from '../../../nodes/CustomerData/identity/brake';
import type { WatchedFields, WatchRequest } from '../../../nodes/CustomerData/trigger/parameters';
import { law } from '../../support/law.mts';
import { pollList, watchRequest } from '../../support/poll.mts';
import { range } from '../../support/range.mts';

/** A request for some fields, which takes existing records for known. */
const watching = (watched: Partial<WatchedFields> = {}): WatchRequest => {
	const all = { ...watchRequest.watched, ...watched };
	return { ...watchRequest, watched: all, watchedId: JSON.stringify(all), emitExisting: false };
};

/** So many customers, the first of which have a fax; of the others, the field is absent, or holds this. */
const customers = (faxes: number, Name = 'Name', count = 20, empty?: JsonValue): DataRecord[] =>
	range(0, count).map((id) => {
		const Fax = id < faxes ? '1' : empty;
		return { id, Name, ...(Fax !== undefined && { Fax }) };
	});

/** How many updates each poll outputs. */
async function follow(data: IDataObject, request: WatchRequest, ...lists: DataRecord[][]) {
	const counts: number[] = [];
	for (const records of lists) {
		const { changes } = await pollList(data, records, { request });
		counts.push(changes.filter(({ event }) => event === 'updated').length);
	}
	return counts;
}

const chosen = watching({ fields: ['Fax', 'Name'] });
const whole = watching();
const NO_FAX = "No record has a field named 'Fax'";
const LOST_FAX = "No record has a value any more in 'Fax'";

describe('a field that ten records had at the last poll, and in which none has a value', () => {
	/** In how many records two fields have a value, and what the others have in place of one. */
	const lists = fc.array(
		fc.record({
			faxes: fc.constantFrom(0, 0, 1, 9, 10, 12),
			webs: fc.constantFrom(0, 9, 10),
			empty: fc.constantFrom<JsonValue | undefined>(undefined, null, '', ' ', {}, [], [{ a: '' }]),
			Name: fc.constantFrom('Name', 'Other'),
		}),
		{ minLength: 2, maxLength: 8 },
	);
	const requests = fc.constantFrom(
		whole,
		chosen,
		watching({ fields: ['Fax', 'Name', 'Web'] }),
		watching({ ignored: ['Fax'] }),
		watching({ fields: ['Fax', 'Name', 'Web'], ignored: ['Web'] }),
	);

	law(
		'fails the poll, chosen or not, absent or empty, until it is back or is not watched any more',
		{ of: [lists, requests], examples: 300 },
		async (history, request) => {
			const { fields, ignored } = request.watched;
			const isWatched = (field: string) =>
				(fields.length === 0 || fields.includes(field)) && !ignored.includes(field);
			const data: IDataObject = {};
			let before = { Fax: 20, Web: 20 };
			await pollList(
				data,
				customers(20).map((one) => ({ ...one, Web: 'x' })),
				{ request },
			);
			for (const { faxes, webs, empty, Name } of history) {
				const records = customers(faxes, Name, 20, empty).map((one, place) => {
					const Web = place < webs ? 'x' : empty;
					return { ...one, ...(Web !== undefined && { Web }) };
				});
				const now = { Fax: faxes, Web: webs };
				const isLost = (field: 'Fax' | 'Web') =>
					isWatched(field) && before[field] >= 10 && now[field] === 0;
				const lost = (['Fax', 'Web'] as const).filter(isLost);
				const stored = structuredClone(data);
				const polling = pollList(data, records, { request });
				if (lost.length === 0) {
					await polling;
					before = now;
				} else {
					const names = lost.map((field) => `'${field}'`).join(' or ');
					await expect(polling).rejects.toThrow(`No record has a value any more in ${names}`);
					expect(data).toEqual(stored);
				}
			}
		},
	);

	it.each([chosen, whole])('is refused until it is not watched any more: $watched', async (was) => {
		const data: IDataObject = {};
		await follow(data, was, customers(12));
		const emptied = [...customers(0, 'Name', 20, ''), { id: 20, Name: 'New', Fax: '' }];
		await expect(follow(data, was, emptied)).rejects.toThrow(TooMany);
		await expect(follow(data, was, emptied)).rejects.toThrow(LOST_FAX);
		const { fields } = was.watched;
		const next = watching(fields.length > 0 ? { fields: ['Name'] } : { ignored: ['Fax'] });
		const { changes } = await pollList(data, emptied, { request: next });
		expect(changes.map(({ event, key }) => event + key)).toEqual(['created"20"']);
		expect(await follow(data, was, emptied, customers(20))).toEqual([0, 20]);
	});

	it('is named with all others, up to ten', async () => {
		const fields = Object.fromEntries(range(0, 12).map((nth) => [`F${nth}`, 'x']));
		const full = customers(0).map((record) => ({ ...record, ...fields }));
		const named = /in 'F0', 'F1', .*'F8', or 'F9', and 2 more$/;
		await expect(follow({}, whole, full, customers(0))).rejects.toThrow(named);
	});

	it('is not looked for in a list that has lost many records, which is what the message says', async () => {
		const request = { ...whole, maxRemovals: 20 };
		const some = customers(0).slice(0, 5);
		await expect(follow({}, request, customers(20), some)).rejects.toThrow('15 of 20 records');
		await expect(follow({}, request, customers(20), [])).rejects.toThrow('The list is empty');
	});

	it('is known however many fields come after it or before it, and what is remembered has an end', async () => {
		const data: IDataObject = {};
		let names = 0;
		const odd = (faxes: number) =>
			customers(faxes, 'Name', 200).map((record) => {
				const others = range(0, 30).map(() => [`N${names++}`, 'x']);
				return { ...Object.fromEntries(others), ...record };
			});
		await follow(data, whole, customers(12));
		for (let nth = 0; nth < 3; nth++) {
			const { next } = await pollList(data, odd(12), { request: whole });
			expect(next.filled.get('Fax')).toBe(10);
			expect(next.filled.size).toBeLessThanOrEqual(1_000);
		}
		await expect(follow(data, whole, odd(0))).rejects.toThrow(LOST_FAX);
	});
});

describe('a field that few records had, and in which none has a value', () => {
	const emptied = [...customers(0).slice(0, 19), { id: 19, Name: 'New' }];

	it.each<[string, DataRecord[][], number[]]>([
		[
			'where the last record that had it lost it',
			[customers(1), emptied, emptied, customers(0, 'Other'), customers(0, 'Again')],
			[0, 2, 0, 20, 20],
		],
		[
			'whatever else changes in the same poll',
			[customers(3), customers(0, 'Other'), customers(0, 'Again')],
			[0, 20, 20],
		],
		// A few are quickly many.
		['where all of nine lost it', [customers(9, 'Name', 9), customers(0, 'Name', 9)], [0, 9]],
	])('stops no change %s', async (_, lists, counts) => {
		expect(await follow({}, chosen, ...lists)).toEqual(counts);
		expect(await follow({}, whole, ...lists)).toEqual(counts);
	});
});

it('a chosen field that no record has is refused at the first poll with this choice, and where nothing was known then', async () => {
	await expect(follow({}, chosen, customers(0))).rejects.toThrow(NO_FAX);
	await expect(follow({}, chosen, [], customers(0))).rejects.toThrow(NO_FAX);
	const data: IDataObject = {};
	await follow(data, whole, customers(0));
	await expect(follow(data, chosen, customers(0))).rejects.toThrow(NO_FAX);
});

it('is not blamed where the list is empty, and most of its records still wait for their turn', async () => {
	const data: IDataObject = {};
	const request = { ...watchRequest, maxEvents: 1 };
	await pollList(data, customers(0), { request });
	const poll = pollList(data, [], { request });
	await expect(poll).rejects.toThrow('The list is empty, so all 20 known records are missing');
	await pollList(data, customers(0), { request: watchRequest });
	await pollList(data, customers(0, 'Other'), { request });
	const again = pollList(data, [], { request });
	await expect(again).rejects.toThrow('The list is empty, so all 20 known records are missing');
});
