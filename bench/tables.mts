import type { Results } from './results.mts';
import { growthRows, speedRows } from './rows.mts';
import type { Target } from './targets.mts';

export function printTables(results: Results): void {
	const growth = growthRows(results);
	console.log('\nSeconds at each latency, and the speed compared with the HTTP Request node');
	print(speedRows(results), ({ latency, seconds, speedUp }) => ({
		[`${latency} ms`]: rounded(seconds),
		[`${latency} ms: ×`]: parseFloat(speedUp),
	}));
	console.log('\nSeconds by number of records');
	print(growth, ({ customers, seconds }) => ({ [sized(customers)]: rounded(seconds) }));
	console.log('\nPeak memory in MB by number of records');
	print(growth, ({ customers, MB }) => ({ [sized(customers)]: Math.round(MB) }));
}

export function printTargets(targets: Target[]): void {
	console.log('\nTargets');
	print(targets, ({ ratio, bound, reached }) => ({ ratio: rounded(ratio), bound, reached }));
}

/** Prints one line per label, with the cells of all its rows. */
function print<Row extends { label: string }>(rows: Row[], cells: (row: Row) => object): void {
	const lines: Record<string, object> = {};
	for (const row of rows) lines[row.label] = { ...lines[row.label], ...cells(row) };
	console.table(lines);
}

function sized(customers: number): string {
	return customers.toLocaleString('en');
}

function rounded(value: number): number {
	return Number(value.toFixed(2));
}
