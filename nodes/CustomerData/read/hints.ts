import type { NodeExecutionHint } from 'n8n-workflow';
import { listed } from './fields';
import type { ReadResult } from './readRecords';

export function hintsFor(results: ReadResult[]): NodeExecutionHint[] {
	return [...messagesFor(results)].map((message) => {
		return { message, type: 'info', location: 'outputPane' };
	});
}

function* messagesFor(results: ReadResult[]): Generator<string> {
	const returned = sumOf(results, ({ isCut, records }) => (isCut ? records.length : 0));
	if (returned > 0) {
		yield `${counted(returned, 'record')} returned, and there may be more. To get all of them, turn on 'Return All', and raise or remove 'Max Records'.`;
	}
	const inVain = sumOf(results, ({ records, read }) => (records.length === 0 ? read : 0));
	if (inVain > 0) {
		yield `${counted(inVain, 'record')} read, and none contains all the words in 'Search'.`;
	}
	if (results.some(({ request, read }) => read === 0 && request.options.offset > 0)) {
		yield "The list ends before 'Offset'. To get records, lower 'Offset' under 'Options'.";
	}
	const missing = [...new Set(results.flatMap((result) => result.missing))];
	if (missing.length > 0) {
		yield `None of the records that were read has a field named ${listed(missing, 'disjunction')}.`;
	}
	const retries = sumOf(results, (result) => result.retries);
	if (retries > 0) yield `${counted(retries, 'request')} retried.`;
	if (results.some(({ isPlain }) => isPlain)) {
		yield 'The pages of this service cannot overlap, so changes made during the read cannot be noticed.';
	}
}

function sumOf(results: ReadResult[], count: (result: ReadResult) => number): number {
	return results.reduce((sum, result) => sum + count(result), 0);
}

function counted(count: number, noun: string): string {
	return count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
}
