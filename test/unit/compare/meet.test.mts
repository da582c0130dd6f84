import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import type { Fate } from '../../../nodes/CustomerData/compare/fates';
import { meet, type Meeting } from '../../../nodes/CustomerData/compare/meet';
import { compareRows } from '../../support/comparing.mts';
import { law } from '../../support/law.mts';

const FIELDS = ['Email', 'Name'];
const person = {
	Email: fc.constantFrom('a@x', 'A@x', 'b@x', 'c@x', ''),
	Name: fc.constantFrom('Ann', 'Bob', 'Cid', ''),
};
const codes = fc.constantFrom('A', 'B', 'C', 'D', 'a', 'b');
const row = fc.record({
	code: fc.oneof(codes, fc.constantFrom('X', 'x', 'Y', '', '')),
	active: fc.boolean(),
	...person,
});
const lists = fc.array(fc.record({ Code: fc.oneof(codes, codes, fc.constant(null)), ...person }), {
	maxLength: 5,
});
const crms = fc.array(row, { minLength: 1, maxLength: 6 });
const unknown = fc.record({ code: fc.constantFrom('X', 'x', 'Y', 'Z', ''), ...person });
const by = fc.subarray(FIELDS);

async function compared(list: DataRecord[], crm: object[], fields: string[]) {
	const found = await compareRows(
		list,
		crm.map((one, id) => ({ id, ...one })),
		{
			fields: FIELDS,
			by: fields,
			isUnattended: false,
		},
	);
	const idOf = ({ input }: { input: { id?: unknown } }) => `row ${String(input.id)}`;
	const keyOf = ({ Code }: DataRecord) => `record ${String(Code)}`;
	const fates = found.fates.map((one) => ({
		fate: one.fate,
		rows: ('rows' in one ? one.rows : 'row' in one ? [one.row] : []).map(idOf),
		records: ('records' in one
			? one.records.map(({ record }) => record)
			: 'record' in one
				? [one.record]
				: []
		).map(keyOf),
	}));
	return { fates, named: found.named };
}

type Fates = Awaited<ReturnType<typeof compared>>['fates'];

/** Each record and row with its fate, sorted; a record that is held back for two reasons is so once. */
function decisionsIn(fates: Fates): string[] {
	const each = fates.flatMap(({ fate, rows, records }) =>
		[...rows, ...records].map((one) => `${one} ${fate}`),
	);
	return [...new Set(each)].sort();
}

describe('rows and records that share something', () => {
	law(
		'are not created or removed because of one more row, unless it is found to be of a record',
		{ of: [lists, crms, unknown, by], examples: 5_000 },
		async (list, crm, one, fields) => {
			const dueIn = (fates: Fates) =>
				fates.filter(({ fate }) => fate === 'created' || fate === 'removed');
			const before = await compared(list, crm, fields);
			const after = await compared(list, [...crm, one], fields);
			const own = `row ${crm.length}`;
			const isPaired = after.fates.some(
				({ fate, rows }) => (fate === 'updated' || fate === 'same') && rows.includes(own),
			);
			if (isPaired) return;
			const known = decisionsIn(dueIn(before.fates));
			const others = decisionsIn(dueIn(after.fates)).filter((due) => !due.startsWith(own));
			expect(others.filter((due) => !known.includes(due))).toEqual([]);
		},
	);

	law(
		'have the same fates in whatever order they come',
		{ of: [lists, crms, by, fc.infiniteStream(fc.nat())], examples: 5_000 },
		async (list, crm, fields, numbers) => {
			const shuffled = <One,>(all: One[]): One[] =>
				all
					.map((one) => ({ one, at: Number(numbers.next().value) }))
					.sort((one, other) => one.at - other.at)
					.map(({ one }) => one);
			const rows = crm.map((one, id) => ({ id, ...one }));
			const inOrder = await compared(list, rows, fields);
			const inAnother = await compared(shuffled(list), shuffled(rows), fields);
			expect(decisionsIn(inAnother.fates)).toEqual(decisionsIn(inOrder.fates));
		},
	);

	law(
		'have one fate each, and are all named if that is to wait',
		{ of: [lists, crms, by], examples: 5_000 },
		async (list, crm, fields) => {
			const { fates, named } = await compared(list, crm, fields);
			const decisions = decisionsIn(fates);
			for (const { Code } of list) {
				const own = decisions.filter((one) => one.startsWith(`record ${String(Code)} `));
				expect(own).toHaveLength(1);
				// Where a field is in doubt, the field is named.
				const isOfField = FIELDS.some((name) => named.includes(`'${name}'`));
				if (own[0]?.endsWith('held') && !isOfField)
					expect(named).toContain(Code ?? "no value in 'Code'");
			}
			for (const [id, { code }] of crm.entries()) {
				const own = decisions.filter((one) => one.startsWith(`row ${id} `));
				const others = crm.filter((one) => one.code === code);
				// A marked row beside one that is not, and a row that comes twice, count once.
				const isExtra = code !== '' && others.length > 1;
				expect(own.length).toBeLessThanOrEqual(1);
				if (own.length === 0) expect(isExtra).toBe(true);
			}
		},
	);
});

describe('a meeting', () => {
	const rowOf = (item: number, key?: string) => {
		return { item, input: { id: item }, key, cells: [], isMarked: false, mark: undefined };
	};
	const keyed = { ...rowOf(1), key: '"X"' };
	const lead = rowOf(2);
	const anne = { key: '"A"', record: { Code: 'A' } };
	const paired = { key: '"B"', record: { Code: 'B' } };
	const others: Fate = { fate: 'held', rows: [], records: [paired], reasons: [] };
	const created: Fate = { fate: 'created', ...anne };
	const removed: Fate = { fate: 'removed', row: keyed };
	const leftAlone: Fate = { fate: 'leftAlone', row: lead };

	/** Which rows and records are held back. */
	const heldIn = (fates: Fate[], ...meetings: Array<Omit<Meeting, 'hold'>>) => {
		const held: string[] = [];
		const left = meet(
			fates,
			meetings.map((one) => ({
				...one,
				hold: (rows, records) => {
					held.push([...rows.map(({ item }) => item), ...records.map(({ key }) => key)].join(' '));
					return [{ fate: 'held', rows, records, reasons: [] }];
				},
			})),
		);
		return [held, left.map(({ fate }) => fate).join(' ')];
	};

	it('holds back a row that would be removed, and a record that would be created', () => {
		const fates = [created, removed];
		expect(heldIn(fates, { rows: [keyed], records: [anne] })).toEqual([['1 "A"'], 'held']);
		expect(heldIn(fates)).toEqual([[], 'created removed']);
	});

	it('is not worth a word where nobody would be created or removed', () => {
		const fates = [others, leftAlone];
		expect(heldIn(fates, { rows: [lead], records: [paired] })).toEqual([[], 'held leftAlone']);
	});

	it('is not worth a word where everybody was named before', () => {
		const meeting = { rows: [keyed], records: [anne] };
		expect(heldIn([created, removed], meeting, meeting)).toEqual([['1 "A"'], 'held']);
	});

	it('is none of rows alone, unless what they share makes pairs, too', () => {
		const alone = { rows: [keyed], records: [] };
		expect(heldIn([removed], alone)).toEqual([[], 'removed']);
		expect(heldIn([removed], { ...alone, countsPairs: true })).toEqual([['1'], 'held']);
	});

	it('leaves out the row of a pair', () => {
		const pair: Fate = { fate: 'same', row: keyed, record: paired.record, differing: [] };
		const meeting = { rows: [keyed, lead], records: [paired, anne] };
		const found = heldIn([pair, leftAlone, created], meeting);
		expect(found).toEqual([['2 "A"'], 'same held']);
	});
});
