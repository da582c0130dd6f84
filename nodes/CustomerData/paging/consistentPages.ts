import type { PlacedPage, Step } from './answer';
import { isAligned } from './alignment';
import { Chain } from './chain';
import type { ListReader } from './listReader';
import { type Joint, Tail } from './tail';

/** Each page begins with the last two records of the one before: a single one can be moved there. */
const OVERLAP = 2;

/** How many records before the end of what was read to look for it, one page after the other. */
const LOOK_BACK = [10, 25, 48, 100, 200, 400, 800, Infinity];

/** How many of the records read last are kept to be found in other pages. */
const TAIL = 500;

/** How many pages may show that the list has changed before the read gets further than ever. */
const PATIENCE = 30;

/**
 * Yields the pages from the offset on so that a record that nobody touches comes exactly once,
 * whatever others add, change, move and remove meanwhile. Pages overlap. Where a page does not begin
 * with what was read last, the list has changed: the page, or one further back, shows some of what
 * was read as it stood at one moment, and the read goes on behind that.
 *
 * @throws PageNotRead at the first page that cannot be read, or when the list does not hold still
 */
export async function* readConsistently(
	reader: ListReader,
	start: number,
): AsyncGenerator<Step, void, void> {
	const chain = new Chain(reader, OVERLAP);
	const tail = new Tail(reader.identity, TAIL);
	let furthest = 0;
	let patience = PATIENCE;

	/** The page that goes on after what was read, and where in it. */
	async function* candidates(at: number, stride: number): AsyncGenerator<PlacedPage, void, void> {
		const { page: early, failed } = await chain.early(at, stride);
		const expected = Math.max(0, at - OVERLAP);
		yield early ?? (await overlapping(expected, stride, failed));
		chain.drop();
		for (const back of LOOK_BACK) {
			yield await chain.request(Math.max(0, at - back));
			if (back >= at) return;
		}
	}

	async function overlapping(offset: number, stride: number, failed: boolean): Promise<PlacedPage> {
		const answer = await chain.ask(offset, stride, failed);
		if (!('failure' in answer)) return { offset, ...answer.page };
		const { failure } = answer;
		const misaligned = failure.kind === 'notAPage' && !(await isAligned(chain, reader.identity));
		return chain.fail(misaligned ? { kind: 'misaligned' } : failure, offset);
	}

	async function goOn(at: number, stride: number): Promise<{ page: PlacedPage; joint: Joint }> {
		for await (const page of candidates(at, stride)) {
			const overlap = at - page.offset;
			const goesOn = page.records.length > overlap || page.next === undefined;
			if (goesOn && tail.count >= OVERLAP && tail.isContinuedBy(page.records, overlap)) {
				return { page, joint: { kept: tail.count, from: overlap } };
			}
			reader.onMove?.();
			if (patience-- === 0) return await giveUp(at);
			const joint = tail.findIn(page.records);
			if (joint) return { page, joint };
		}
		// Nothing of what was read is left. From the front, the read can begin anew.
		if (start > 0) return chain.fail({ kind: 'unsettled' }, at);
		return { page: await chain.request(start), joint: { kept: 0, from: 0 } };
	}

	async function giveUp(at: number): Promise<never> {
		const { records, next } = await chain.request(0);
		if (records.length <= OVERLAP && next !== undefined) chain.fail({ kind: 'shortPages' }, at);
		const aligned = await isAligned(chain, reader.identity);
		return chain.fail({ kind: aligned ? 'unsettled' : 'misaligned' }, at);
	}

	try {
		let page = await chain.request(start);
		let joint: Joint = { kept: 0, from: 0 };
		for (;;) {
			const { offset, next } = page;
			const records = page.records.slice(joint.from);
			chain.confirm();
			yield { kept: joint.kept, offset: offset + joint.from, records, next };
			tail.keep(joint.kept);
			tail.append(records);
			if (next === undefined) return;
			if (tail.count > furthest) patience = PATIENCE;
			furthest = Math.max(furthest, tail.count);
			({ page, joint } = await goOn(next, next - offset));
		}
	} finally {
		chain.stop();
	}
}
