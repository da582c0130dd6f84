import type { Continuation } from './pagingOptions';
import type { Misfit, Reading } from './reading';

/** By which share of a page the pages of a further reading start elsewhere: with one alone, page ends cut some groups of 31 to 40 equal rows. */
const SHIFTS = [0.5, 0.25, 0.75];

/**
 * Reads on where no page shows what comes next, as where equal rows stand in another order on each: whatever is new
 * is taken, first from where the read stands, then from pages that start elsewhere. The end is where the count
 * agrees: a list at rest has as many different records as places, and stands as it was read first.
 */
export async function* readCounted(
	reading: Reading,
	misfit: Misfit,
): AsyncGenerator<Continuation, void, void> {
	const { memory, start } = reading;
	const { size } = memory;
	const wrong = reading.stuck(misfit);
	async function* takeNew(from: number, end = Infinity) {
		for (let at: number | undefined = from; at !== undefined && at < end; at = memory.last.next) {
			// Further readings find little.
			if (end === Infinity && reading.isStuck) throw wrong;
			reading.at = at;
			const page = await reading.requestNext(size);
			yield reading.take({ page, kept: memory.count, fresh: memory.newIn(page.records) });
		}
	}
	yield* takeNew(reading.at - ((reading.at - start) % size));
	const { offset, records } = memory.last;
	const end = offset + records.length;
	const missing = () => end - start - memory.different;
	const first = [...memory.taken];
	// Pages from different moments can have as many records as places by chance.
	const isCertain = misfit === 'unordered';
	for (const shift of SHIFTS) {
		if (missing() > 0 || !isCertain) yield* takeNew(start + Math.floor(shift * size), end);
	}
	if (missing() !== 0 || memory.repeats > 0) throw wrong;
	if (!(await reading.stillShow(first))) throw wrong;
}
