import { unique, type Results } from './results.mts';
import { growthRows, speedRows } from './rows.mts';
import type { Target } from './targets.mts';

export function speedTable(results: Results): string {
	return pivot(
		'Latency of the service',
		speedRows(results).map(({ label, latency, time, speedUp }) => ({
			label,
			column: `${latency} ms`,
			value: `${time}  ${speedUp.padStart(6)}`,
		})),
	);
}

export function growthTables(results: Results): string {
	const tableOf = (what: string, show: (row: ReturnType<typeof growthRows>[number]) => string) =>
		pivot(
			what,
			growthRows(results).map((row) => ({
				label: row.label,
				column: row.customers.toLocaleString('en'),
				value: show(row),
			})),
		);
	return [
		tableOf('Records: time', ({ seconds }) => `${seconds.toFixed(2)} s`),
		tableOf('Records: memory at most', ({ MB }) => `${MB.toFixed()} MB`),
	].join('\n\n');
}

/** A line for each label, a column for each column. */
function pivot(what: string, cells: Array<{ label: string; column: string; value: string }>) {
	const columns = unique(cells.map(({ column }) => column));
	const rows = unique(cells.map(({ label }) => label)).map((label) => [
		label,
		...cells.filter((cell) => cell.label === label).map(({ value }) => value),
	]);
	return table([[what, ...columns], ...rows]);
}

export function targetTable(targets: Target[]): string {
	return table([
		['Target', 'ratio', 'asked for', ''],
		...targets.map(({ what, ratio, bound, reached }) => [
			what,
			ratio.toFixed(2),
			'atLeast' in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`,
			reached ? 'reached' : 'MISSED',
		]),
	]);
}

/** In columns: what it is on the left, figures to the right. */
export function table(rows: string[][]): string {
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
