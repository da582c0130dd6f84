import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../nodes/CustomerData/errors/failures';
import { allDialects, answer, type Dialect } from '../../../model/dialects.mts';
import { optionsFor, readAll } from '../../../model/listModel.mts';
import { VirtualTime } from '../../../model/virtualTime.mts';
import { expectEqual } from '../../../support/law.mts';
import { range } from '../../../support/range.mts';
import { isSoak, runs } from '../../../support/seed.mts';

const WINDOWS = [1, 2, 4, 16];

/** Each dialect, with each number of records: all of them in the soak, otherwise one of so many, by the seed. */
const EVERY = isSoak ? 1 : 97;
const first = (fc.readConfigureGlobal().seed ?? 0) % EVERY;
const lists = allDialects()
	.flatMap((dialect) => range(0, 131).map((total) => ({ dialect, total })))
	.filter((_, index) => index % EVERY === first);

/** What can be said of what comes beyond the end of a list that promises more there. */
const MESSAGES: Record<Dialect['beyond'], Array<Failure['name']>> = {
	empty: ['emptyPage'],
	notFound: ['incomplete'],
	lastPage: ['samePage', 'unsettled'],
	ownLastPage: ['otherPage', 'samePage', 'unsettled'],
	front: ['samePage', 'unsettled'],
	ownFront: ['otherPage', 'samePage', 'unsettled'],
};

/** Whether the service promises more after its last record, so that something beyond it is asked for. */
function leadsBeyond({ more, between, pageSize }: Dialect, total: number): boolean {
	// A page that overlaps the last one is not full.
	const endsFull = between !== 'there' && total > 0 && total % pageSize === 0;
	return {
		right: false,
		untilEmpty: total > 0,
		untilBeyond: total > 0,
		always: true,
		whileFull: endsFull,
		// As where a gateway removes the header.
		absent: endsFull && pageSize === 50,
	}[more];
}

/** Whether the list ends for certain, as far as it shows. */
function hasEnd(dialect: Dialect, total: number): boolean {
	const { more, beyond } = dialect;
	if (!leadsBeyond(dialect, total)) return true;
	return (beyond === 'empty' && more !== 'always') || (beyond === 'notFound' && more === 'absent');
}

async function read(dialect: Dialect, total: number, parallelRequests: number) {
	const time = new VirtualTime();
	const fetchPage = async (offset: number) => {
		await time.wait(1);
		return answer(dialect, total, offset);
	};
	const options = optionsFor({ fetchPage }, time, { parallelRequests, maxRetries: 2 });
	return await time.during(readAll(options));
}

describe('a list at rest is read whole, or the read ends with a message that is true, where more is promised', () => {
	it.each<[string, Dialect['more']]>([
		['as specified', 'right'],
		['until a page is empty', 'untilEmpty'],
		['until a page starts beyond the end', 'untilBeyond'],
		['on each page, and empty ones', 'always'],
		['on full pages', 'whileFull'],
		['on none, because the header is absent', 'absent'],
	])('%s', async (_, more) => {
		const own = lists.filter(({ dialect }) => dialect.more === more);
		for (const [index, { dialect, total }] of own.slice(0, runs(1_000_000)).entries()) {
			const { beyond, between, pageSize } = dialect;
			const parallelRequests = WINDOWS[index % WINDOWS.length] ?? 1;
			const { ids, failure, ...found } = await read(dialect, total, parallelRequests);
			const context = { dialect, total, parallelRequests, failure: failure?.name };
			const most = Math.ceil(total / (pageSize - 2)) + 12 + 2 * parallelRequests;
			if (found.requests > most) expect.fail(JSON.stringify({ ...context, ...found }));
			if (!hasEnd(dialect, total)) {
				const messages = MESSAGES[total === 0 ? 'empty' : beyond];
				expect(messages, JSON.stringify(context)).toContain(failure?.name);
				continue;
			}
			// Absent means none (specification, section 4.5 rule 5), unless the page is as long as it may be.
			const all = more === 'absent' && pageSize < 50 ? Math.min(total, pageSize) : total;
			// One or two records are too few for pages to overlap.
			const isAlone = leadsBeyond(dialect, total) && total <= 2;
			const lacksOverlap = between === 'there' ? isAlone : found.lacksOverlap;
			const expected = { ...context, failure: undefined, ids: range(0, all), lacksOverlap };
			expectEqual({ ...context, ids, lacksOverlap: found.lacksOverlap }, expected);
		}
	});
});
