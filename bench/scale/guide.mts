import type { GuideFigure, GuideRow, Run } from './results.mts';
import { WatchedN8n } from './watchedN8n.mts';
import { summaryOf, type Scale } from './ways.mts';
import { oneReadWorkflow } from './workflows.mts';

/** Lengths of lists to try: each is about 20 % longer than the one before. */
const LENGTHS = [1, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2];
const SHORTEST = 1_000;

/**
 * A read that takes longer than this spends its time on collecting garbage, or n8n did not succeed in
 * saving it, and shows it as running for ever: the list is too long.
 */
const SECONDS_AT_MOST = 30;
const CUSTOMERS_PER_SECOND_AT_LEAST = 8_000;

/** n8n can save no execution whose data is longer than a text of V8, whatever the heap. */
const MOST_EXPECTED = 1_000_000;

/** The longest list that one read takes, for each limit of the heap. */
export async function measureGuide(options: Scale): Promise<GuideFigure[]> {
	const figures: GuideFigure[] = [];
	for (const { heaps, ...row } of options.plan.guide) {
		let expected = row.first;
		for (const [index, heap] of heaps.entries()) {
			const figure = await longestRead({ ...row, heap }, expected, options);
			figures.push(figure);
			const grown = Math.max(SHORTEST, figure.customers) * ((heaps[index + 1] ?? heap) / heap);
			expected = Math.min(MOST_EXPECTED, grown);
		}
	}
	return figures;
}

interface Limits extends GuideRow {
	/** In MiB. */
	heap: number;
}

/** Looks around the expected length, then between the longest that fits and one that does not. */
async function longestRead(
	{ heap, fields, isSaved }: Limits,
	expected: number,
	options: Scale,
): Promise<GuideFigure> {
	let longest: Run | undefined;
	let fits = 0;
	let tooLong = Infinity;
	let step = stepNear(expected);
	while (tooLong - fits > 1) {
		const run = await read(lengthAt(step), { heap, fields, isSaved }, options);
		if (run.ending === 'success') [fits, longest] = [step, run];
		else tooLong = step;
		if (tooLong === Infinity) step = fits + 2;
		else step = Math.max(1, fits === 0 ? tooLong - 2 : (fits + tooLong) >> 1);
	}
	return {
		heap,
		fields,
		isSaved,
		customers: longest ? lengthAt(fits) : 0,
		tooMany: lengthAt(tooLong),
		seconds: longest?.seconds ?? 0,
		peak: longest?.peak ?? 0,
	};
}

async function read(
	customers: number,
	{ heap, fields, isSaved }: Limits,
	options: Scale,
): Promise<Run> {
	const seconds = SECONDS_AT_MOST + customers / CUSTOMERS_PER_SECOND_AT_LEAST;
	const run = await WatchedN8n.during({ ...options, heap }, async (n8n) => {
		const source = await n8n.source(await options.list.of(customers));
		return await n8n.run(oneReadWorkflow(source, { fields, isSaved }), seconds);
	});
	const what = `${customers.toLocaleString('en')} customers, ${fields} fields`;
	const saved = isSaved ? 'saved' : 'not saved';
	options.report(`  ${heap} MiB, ${what}, ${saved}: ${summaryOf(run)}`);
	return run;
}

function lengthAt(step: number): number {
	const { length } = LENGTHS;
	return Math.round(SHORTEST * 10 ** Math.floor(step / length) * (LENGTHS[step % length] ?? 1));
}

function stepNear(customers: number): number {
	return Math.max(1, Math.round(LENGTHS.length * Math.log10(customers / SHORTEST)));
}
