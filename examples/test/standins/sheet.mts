import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { Refusal, type Contacts } from './contacts.mts';

export const cellSchema = z.union([z.string(), z.number(), z.boolean()]);
export type Cell = z.infer<typeof cellSchema>;
/** The cells of a range, line by line. */
export const linesSchema = z.array(z.array(cellSchema.nullable()));

/** A cell that an API was sent. Rows and columns are counted from 0. */
export interface Sent {
	row: number;
	column: number;
	value: Cell;
}

/** Contacts as a sheet holds them: the names of columns, and below them a row for each. */
export class Sheet {
	constructor(
		private readonly contacts: Contacts,
		/** In the order of the columns. */
		readonly names: string[],
	) {}

	/** All rows, the names first. An empty cell is an empty text. */
	rows(): Cell[][] {
		const lines = this.contacts.all().map(({ values }) => {
			return this.names.map((name) => asCell(values[name]));
		});
		return [this.names, ...lines];
	}

	/** The same cells as their columns keep them, without those that hold just that. */
	differing(cells: Sent[]): Sent[] {
		const before = this.rows();
		const kept = cells.map((cell) => {
			const name = this.names[cell.column] ?? '';
			return { ...cell, value: asCell(this.contacts.taken({ [name]: cell.value })[name]) };
		});
		return kept.filter(({ row, column, value }) => value !== before[row]?.[column]);
	}

	/** All cells or none. @throws Refusal */
	write(cells: Sent[]): void {
		const lines = new Map<number, Row>();
		for (const { row, column, value } of cells) {
			const name = this.names[column];
			assert.ok(row > 0 && name !== undefined, 'Only what stands below a name is written');
			lines.set(row, { ...lines.get(row), [name]: value });
		}
		if ([...lines.values()].some((values) => this.contacts.isRefused(values))) {
			throw new Refusal('One of these cells is protected');
		}
		const before = this.contacts.all();
		for (const [row, values] of [...lines].toSorted(([one], [other]) => one - other)) {
			const record = before[row - 1];
			if (record) this.contacts.update(record.id, values);
			else this.contacts.create(values);
		}
	}
}

/** The cells of a range that are sent. Null leaves one as it is. */
export function cellsIn(range: string, lines: Array<Array<Cell | null>>): Sent[] {
	const start = startOf(range);
	return lines.flatMap((line, down) =>
		line.flatMap((value, across) => {
			return value === null
				? []
				: [{ row: start.row + down, column: start.column + across, value }];
		}),
	);
}

/** The first cell of a range in A1 notation, such as `Customers!C3:D4`. A range of rows begins in the first column. */
export function startOf(range: string): { row: number; column: number } {
	const [, letters = 'A', row = '1'] = /^(?:.*!)?([A-Z]+)?(\d+)/.exec(range) ?? [];
	const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
	return { row: Number(row) - 1, column: column - 1 };
}

/** The name of a cell in A1 notation. */
export function a1(row: number, column: number): string {
	assert.ok(column < 26, 'Only the first 26 columns have one letter');
	return `${String.fromCharCode(65 + column)}${row + 1}`;
}

/** What a sheet makes of a text that is typed into a cell without a format. */
export function typed(value: Cell): Cell {
	if (typeof value !== 'string' || value === '') return value;
	if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
	if (!Number.isNaN(Number(value))) return Number(value);
	// Nothing is calculated here.
	if (/^[=+-]/.test(value)) throw new Refusal(`This formula is not valid: ${value}`);
	return value;
}

function asCell(value: unknown): Cell {
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	return value === undefined || value === null ? '' : String(value);
}
