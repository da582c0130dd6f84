import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

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

/** The rows once the CRM has saved what Compare output. */
export function saved(rows: IDataObject[], items: INodeExecutionData[]): IDataObject[] {
	const all = rows.map((row) => ({ ...row }));
	for (const { json } of items) {
		const { event, key, record, input } = json as Record<string, IDataObject>;
		const fields = { Name: record?.Name ?? null, CreditLimit: record?.CreditLimit ?? null };
		const known = all.find(({ id }) => id === input?.id);
		if (String(event) === 'created')
			all.push({ ...fields, code: key, active: true, id: all.length });
		else if (!known) throw new Error(`Nobody is ${JSON.stringify(input)}`);
		else if (String(event) === 'updated') Object.assign(known, fields, { active: true });
		else known.active = false;
	}
	return all;
}
