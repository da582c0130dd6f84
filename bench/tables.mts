import { unique, type Results } from './results.mts';
import { growthRows, speedRows } from './rows.mts';
import type { Target } from './targets.mts';

export function speedTable(results: Results): string {
	return pivot(
		'Latency of the service',
		speedRows(results),
		({ latency }) => `${latency} ms`,
		({ time, speedUp }) => `${time}  ${speedUp.padStart(6)}`,
	);
}

export function growthTables(results: Results): string {
	const rows = growthRows(results);
	const size = ({ customers }: { customers: number }) => customers.toLocaleString('en');
	return [
		pivot('Records: time', rows, size, ({ seconds }) => `${seconds.toFixed(2)} s`),
		pivot('Records: memory at most', rows, size, ({ MB }) => `${MB.toFixed()} MB`),
	].join('\n\n');
}

/** A line for each label. */
function pivot<Row extends { label: string }>(
	what: string,
	rows: Row[],
	column: (row: Row) => string,
	value: (row: Row) => string,
): string {
	const lines = unique(rows.map(({ label }) => label)).map((label) => [
		label,
		...rows.filter((row) => row.label === label).map(value),
	]);
	return table([[what, ...unique(rows.map(column))], ...lines]);
}

export function targetTable(targets: Target[]): string {
	return table([
		['Target', 'ratio', 'asked for', ''],
		...targets.map(({ what, ratio, bound, reached }) => [
			what,
			ratio.toFixed(2),
			bound,
			reached ? 'reached' : 'MISSED',
		]),
	]);
}

/** In columns: what it is on the left, figures to the right. */
function table(rows: string[][]): string {
	const columns = rows[0] ?? [];
	const widths = columns.map((_, column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) =>
		row.map((cell, column) =>
			column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
		);
	return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}
