import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** How a CRM returns what was saved. */
export const RETURNS: Record<string, (value: unknown) => unknown> = {
	'as it was saved': (value) => value,
	'as text': (value) =>
		typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''),
	'nothing for empty text': (value) => (value === '' ? null : value),
	'without outer spaces': (value) => (typeof value === 'string' ? value.trim() : value),
	'numbers with decimals': (value) => (typeof value === 'number' ? value.toFixed(2) : value),
	'one and zero': (value) => (typeof value === 'boolean' ? Number(value) : value),
};

/** What a CRM makes of a code. */
export const CODES_AS: Record<string, (code: unknown) => unknown> = {
	'as it was saved': (code) => code,
	'as text': (code) => String(code ?? ''),
	'as a number': (code) => (/^\d+$/.test(String(code)) ? Number(code) : code),
	'in uppercase': (code) => (typeof code === 'string' ? code.toUpperCase() : code),
	'without outer spaces': (code) => (typeof code === 'string' ? code.trim() : code),
};

/** The contacts of a CRM that does what Compare asks for. */
export class Crm {
	private readonly rows: IDataObject[] = [];

	constructor(
		rows: IDataObject[],
		private readonly fields: readonly string[],
		private readonly returns = 'as it was saved',
		private readonly codeAs = 'as it was saved',
	) {
		for (const row of rows) this.add(row);
	}

	/** As its node returns them; an empty item where there are none. */
	read(): IDataObject[] {
		if (this.rows.length === 0) return [{}];
		return this.rows.map((row) => {
			const { id, active, code, ...fields } = row;
			const returned = Object.entries(fields).map(([name, value]) => [
				name,
				RETURNS[this.returns]?.(value),
			]);
			return { id, active, code: CODES_AS[this.codeAs]?.(code), ...Object.fromEntries(returned) };
		});
	}

	/** Saves what was output. */
	save(items: INodeExecutionData[]): void {
		for (const { json } of items) {
			const { event, record, input } = json as Record<string, IDataObject>;
			const known = this.rows.find(({ id }) => id === input?.id);
			if (String(event) === 'created') this.add({ ...this.mapped(record), code: json.key });
			else if (!known) throw new Error(`Nobody is ${JSON.stringify(input)}`);
			else if (String(event) === 'updated')
				Object.assign(known, this.mapped(record), { active: true });
			else known.active = false;
		}
	}

	private mapped(record: IDataObject = {}): IDataObject {
		return Object.fromEntries(this.fields.map((name) => [name, record[name] ?? null]));
	}

	private add(row: IDataObject): void {
		this.rows.push({ active: true, ...row, id: this.rows.length + 1 });
	}
}
