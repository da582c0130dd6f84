import {
	GROWTH_LABELS,
	growthOf,
	SPEED_LABELS,
	speedOf,
	unique,
	type GrowthFigure,
	type Results,
} from './results.mts';
import type { Target } from './targets.mts';

/** Seconds, and how many times as fast as the HTTP Request node that is. */
export function speedTable(results: Results): string {
	const latencies = unique(results.speed.map(({ latency }) => latency));
	const contenders = unique(results.speed.map(({ contender }) => contender));
	const rows = contenders.map((contender) => [
		SPEED_LABELS[contender],
		...latencies.flatMap((latency) => {
			const time = speedOf(results, contender, latency)?.milliseconds.median ?? NaN;
			const peer = speedOf(results, 'httpRequest', latency)?.milliseconds.median ?? NaN;
			return [`${(time / 1000).toFixed(2)} s`, `${(peer / time).toFixed(1)} ×`];
		}),
	]);
	const header = ['Latency of the service', ...latencies.flatMap((ms) => [`${ms} ms`, ''])];
	return table([header, ...rows]);
}

/** Time and memory of each list. */
export function growthTables(results: Results): string {
	const sizes = unique(results.growth.map(({ records }) => records));
	const contenders = unique(results.growth.map(({ contender }) => contender));
	const tableOf = (what: string, show: (figure: GrowthFigure) => string) =>
		table([
			[what, ...sizes.map((size) => size.toLocaleString('en'))],
			...contenders.map((contender) => [
				GROWTH_LABELS[contender],
				...sizes.map((size) => {
					const found = growthOf(results, contender, size);
					return found ? show(found) : '';
				}),
			]),
		]);
	const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
	return [
		tableOf('Records: time', ({ milliseconds }) => `${(milliseconds.median / 1000).toFixed(2)} s`),
		tableOf('Records: memory at most', ({ memoryPeak }) => megabytes(memoryPeak.median)),
	].join('\n\n');
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
