import { WAYS, type ScaleResults, type WayFigure } from './results.mts';

/** Prints the tables of docs/performance.md. */
export function printTables({ customers: all, ways, guide }: ScaleResults): void {
	console.log(`\n| ${sized(all)} customers | Peak memory | Time | What happens |`);
	console.log('|---|---|---|---|');
	for (const way of ways) {
		const { seconds, peak } = way;
		console.log(
			`| ${WAYS[way.way].label} | ${MB(peak)} | ${seconds.toFixed(0)} s | ${outcomeOf(way)} |`,
		);
	}
	console.log(
		'\n| Heap | Fields | Execution | Customers in one read | Too many | Peak memory | Time |',
	);
	console.log('|---|---|---|---|---|---|---|');
	for (const { heap, fields, isSaved, customers, tooMany, peak, seconds } of guide) {
		const cells = [
			`${sized(heap)} MiB`,
			fields,
			isSaved ? 'saved' : 'not saved',
			sized(customers),
			sized(tooMany),
			MB(peak),
		];
		console.log(`| ${cells.join(' | ')} | ${seconds.toFixed(0)} s |`);
	}
}

function outcomeOf({ ending, requested, isReadable }: WayFigure): string {
	if (ending === 'memory') return `n8n runs out of memory at ${sized(requested)} customers`;
	if (ending === 'error') return `stops with an error at ${sized(requested)} customers`;
	if (ending === 'slow') return `is not finished after 15 minutes`;
	return isReadable === false ? 'completes, but n8n cannot show the execution' : 'completes';
}

function MB(bytes: number): string {
	return `${sized(Math.round(bytes / 1e6))} MB`;
}

function sized(value: number): string {
	return value.toLocaleString('en');
}
