import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import type { Asked } from '../../../../nodes/CustomerData/compare/asked';
import { compareRows } from '../../../support/comparing.mts';
import { law } from '../../../support/law.mts';
import { range } from '../../../support/range.mts';

const FIELDS = ['Name', 'City'];
type Row = IDataObject & { id: number };

/** What people and systems do to the row of a customer. */
const PERTURBED: Record<string, (row: Row) => Row[]> = {
	'left as it is': (row) => [row],
	dropped: () => [],
	doubled: (row) => [row, { ...row, id: row.id + 1_000 }],
	'copied and changed': (row) => [row, { ...row, id: row.id + 1_000, Name: 'Copy' }],
	respelled: (row) => [{ ...row, code: String(row.code).toLowerCase() }],
	'with another code': (row) => [{ ...row, code: `OLD-${String(row.code)}` }],
	'with another code and name': (row) => [{ ...row, code: `X-${String(row.code)}`, Name: 'X' }],
	'without a code': (row) => [{ ...row, code: '' }],
	renamed: (row) => [{ ...row, Name: 'By hand' }],
	emptied: (row) => [{ ...row, City: null }],
	'marked as removed': (row) => [{ ...row, active: false }],
};

const kinds = fc.constantFrom(...Object.keys(PERTURBED));
const customers = fc.array(
	fc.record({
		kind: kinds,
		City: fc.constantFrom('Ulm', 'Bonn', '', null),
		isListed: fc.boolean(),
		isRefused: fc.boolean(),
	}),
	{ minLength: 1, maxLength: 24 },
);

/** Does what was planned to the rows, but for what the CRM refuses. */
function applied(
	rows: Row[],
	{ created, updated, removed }: Awaited<ReturnType<typeof compareRows>>,
	isRefused: (code: unknown) => boolean,
): Row[] {
	const values = ({ Name = null, City = null }: DataRecord) => ({ Name, City, active: true });
	const changes = new Map<unknown, IDataObject>();
	for (const { row, record } of updated) {
		if (!isRefused(record.Code)) changes.set(row.input.id, values(record));
	}
	for (const { row } of removed)
		if (!isRefused(row.input.code)) changes.set(row.input.id, { active: false });
	const added = created.filter(({ record }) => !isRefused(record.Code));
	return [
		...rows.map((row) => ({ ...row, ...changes.get(row.id) })),
		...added.map(({ record }, index): Row => ({
			id: 10_000 + index,
			code: record.Code,
			...values(record),
		})),
	];
}

law(
	'what was planned and done leaves nothing to do, and what was refused is asked for again, or named, and nothing else is',
	{ of: [customers, fc.nat()], examples: 400 },
	async (all, turn) => {
		const records = all.flatMap(({ City, isListed }, nth): DataRecord[] =>
			isListed ? [{ Code: `C${nth}`, Name: `Customer ${nth}`, City }] : [],
		);
		const made = all.flatMap(({ kind, City }, nth) => {
			const row = { id: nth, code: `C${nth}`, Name: `Customer ${nth}`, City, active: true };
			return PERTURBED[kind]?.(row) ?? [];
		});
		const refused = new Set(all.flatMap(({ isRefused }, nth) => (isRefused ? [`C${nth}`] : [])));
		const isRefused = (code: unknown) => refused.has(String(code));
		const rows = range(0, made.length).flatMap((nth) => made[(nth * 7 + turn) % made.length] ?? []);
		const given = made.length % 7 === 0 ? made : rows;
		const asked: Asked = new Map();
		const first = await compareRows(records, given, { fields: FIELDS, asked });
		const second = await compareRows(records, applied(given, first, isRefused), {
			fields: FIELDS,
			asked: first.asked,
		});
		expect(second.created).toEqual([]);
		const again = [...second.updated, ...second.removed].map(({ row }) => row.input.code);
		expect(again.filter((code) => !isRefused(code))).toEqual([]);
		for (const { record } of first.created) {
			if (isRefused(record.Code)) expect(second.named).toContain(JSON.stringify(record.Code));
		}
		for (const code of again) expect(second.named).toContain(JSON.stringify(code));
		const whole = await compareRows(
			records,
			applied(given, first, () => false),
			{ fields: FIELDS, asked: first.asked },
		);
		expect([whole.created, whole.updated, whole.removed]).toEqual([[], [], []]);
	},
);
