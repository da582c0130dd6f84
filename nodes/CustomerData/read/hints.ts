import type { NodeExecutionHint } from 'n8n-workflow';
import { listed } from './fields';
import type { ReadResult } from './readRecords';

export function hintsFor(results: ReadResult[], misses: string[] = []): NodeExecutionHint[] {
	return [...new Set([...shortened(misses), ...messagesFor(results)])].map((message) => {
		return { message, type: 'info', location: 'outputPane' };
	});
}

function* messagesFor(results: ReadResult[]): Generator<string> {
	const returned = sumOf(results, ({ isCut, records }) => (isCut ? records.length : 0));
	if (returned > 0) {
		yield `${counted(returned, 'record')} returned, and there may be more. To get all of them, turn on 'Return All', and raise or remove 'Max Records'.`;
	}
	const inVain = sumOf(results, ({ request, records, read }) =>
		request.search !== '' && records.length === 0 ? read : 0,
	);
	if (inVain > 0) {
		yield `${counted(inVain, 'record')} read, and none contains all the words in 'Search'.`;
	}
	const empty = results.filter(({ read }) => read === 0);
	if (empty.some(({ request }) => request.options.offset === 0)) yield 'The list is empty.';
	if (empty.some(({ request }) => request.options.offset > 0)) {
		yield "The list ends before 'Offset'. To get records, lower 'Offset' under 'Options'.";
	}
	for (const { missing, there } of results.filter((result) => result.missing.length > 0)) {
		yield `None of the records that were read has a field named ${listed(missing, 'disjunction')}. They have ${there}.`;
	}
	const retries = sumOf(results, (result) => result.retries);
	if (retries > 0) yield `${counted(retries, 'request')} retried.`;
	if (results.some(({ isPlain }) => isPlain)) {
		yield 'The pages of this service cannot overlap, so changes made during the read cannot be noticed.';
	}
}

const MOST_MISSES = 3;

/** The first few of what was looked up in vain, and how many more there are. */
function shortened(misses: string[]): string[] {
	const more = misses.length - MOST_MISSES;
	const rest = more > 0 ? [`${counted(more, 'more value')} not found.`] : [];
	return [...misses.slice(0, MOST_MISSES).map((miss) => `${miss}.`), ...rest];
}

function sumOf(results: ReadResult[], count: (result: ReadResult) => number): number {
	return results.reduce((sum, result) => sum + count(result), 0);
}

function counted(count: number, noun: string): string {
	return count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
}
