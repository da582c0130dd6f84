import type { IDataObject } from 'n8n-workflow';
import type { compareRows } from '../support/comparing.mts';

/** What a CRM makes of a value. */
type Change = (value: Value) => Value;
type Value = IDataObject[string];

/** How a CRM returns what was saved. */
export const RETURNS: Record<string, Change> = {
	'as it was saved': (value) => value,
	'as text': (value) =>
		typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''),
	'nothing for empty text': (value) => (value === '' ? null : value),
	'without outer spaces': (value) => (typeof value === 'string' ? value.trim() : value),
	'numbers with decimals': (value) => (typeof value === 'number' ? value.toFixed(2) : value),
	'one and zero': (value) => (typeof value === 'boolean' ? Number(value) : value),
};

/** What a CRM makes of a code. */
export const CODES_AS: Record<string, Change> = {
	'as it was saved': (code) => code,
	'as text': (code) => String(code ?? ''),
	'as a number': (code) => (/^\d+$/.test(String(code)) ? Number(code) : code),
	'in uppercase': (code) => (typeof code === 'string' ? code.toUpperCase() : code),
	'without outer spaces': (code) => (typeof code === 'string' ? code.trim() : code),
};

type Found = Pick<Awaited<ReturnType<typeof compareRows>>, 'created' | 'updated' | 'removed'>;

/** The rows once the CRM has saved what Compare output. Each has an ID. */
export function saved(rows: IDataObject[], { created, updated, removed }: Found): IDataObject[] {
	const fieldsOf = (record: object): IDataObject => {
		const { Name = null, CreditLimit = null } = JSON.parse(JSON.stringify(record));
		return { Name, CreditLimit, active: true };
	};
	const changes = new Map<unknown, IDataObject>([
		...updated.map(({ row, record }) => [row.input.id, fieldsOf(record)] as const),
		...removed.map(({ row }) => [row.input.id, { active: false }] as const),
	]);
	return [
		...rows.map((row) => ({ ...row, ...changes.get(row.id) })),
		...created.map(({ record }, nth): IDataObject => {
			return { ...fieldsOf(record), code: record.Code, id: rows.length + nth };
		}),
	];
}
