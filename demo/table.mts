import type { DataRecord } from '../service/records.mts';

/** A table of text, with a column for each field. Longer values are cut off after so many characters. */
export function tableOf(records: DataRecord[], fields: string[], longest: number): string[] {
	const columns = fields.map((field) => {
		const values = records.map((record) => cut(String(record[field] ?? ''), longest));
		const width = Math.max(...[field, ...values].map(({ length }) => length));
		return [field, ...values].map((cell) => cell.padEnd(width));
	});
	const rows = [fields, ...records];
	return rows.map((_, row) =>
		columns
			.map((cells) => cells[row])
			.join('  ')
			.trimEnd(),
	);
}

function cut(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
