import type { NodeExecutionHint } from 'n8n-workflow';
import { listed } from '../errors/userError';
import type { ReadResult } from '../read/readRecords';

/**
 * What to say of the reads of an execution, each thing once.
 *
 * @param notes on input items, without full stops; the first few are shown
 * @param isTool whether an agent gets them, to whom n8n does not say that the limit was reached
 */
export function hintsFor(
	results: ReadResult[],
	notes: string[],
	isTool: boolean,
): NodeExecutionHint[] {
	const messages = new Set([...shortened(notes), ...messagesFor(results, isTool)]);
	return [...messages].map((message) => ({ message, type: 'info', location: 'outputPane' }));
}

/** What to do where a list was cut. */
const MORE = [
	[false, "turn on 'Return All'"],
	[true, "raise or remove 'Max Records' under 'Options'"],
] as const;

function* messagesFor(results: ReadResult[], isTool: boolean): Generator<string> {
	for (const [returnAll, advice] of MORE) {
		const cut = results.filter(({ isCut, request }) => isCut && request.returnAll === returnAll);
		const returned = sumOf(cut, ({ records }) => records.length);
		if (returned > 0 && (returnAll || isTool)) {
			yield `${counted(returned, 'record')} returned, and there may be more. To get all of them, ${advice}.`;
		}
	}
	const inVain = results.filter(
		({ request, records, readCount }) =>
			request.search !== '' && records.length === 0 && readCount > 0,
	);
	yield* shortened(
		inVain.map(({ request, readCount }) => {
			const words = JSON.stringify(request.search);
			if (readCount === 1)
				return `The one record that was read does not contain all words of ${words}`;
			return `${counted(readCount, 'record')} read, and none contains all words of ${words}`;
		}),
	);
	const empty = results.filter(({ readCount }) => readCount === 0);
	if (empty.some(({ request }) => request.options.offset === 0)) {
		yield "The list is empty. If it should have records, check 'Company ID' in the credential.";
	}
	if (empty.some(({ request }) => request.options.offset > 0)) {
		yield "The list ends before 'Offset', so nothing was read.";
	}
	for (const { missing, fieldsSeen } of results.filter((result) => result.missing.length > 0)) {
		yield `None of the records that were read has a field named ${listed(missing, 'disjunction')}. They have ${fieldsSeen}.`;
	}
	const retries = sumOf(results, (result) => result.retries);
	if (retries > 0) yield `${counted(retries, 'request')} retried.`;
	const repeats = sumOf(results, (result) => result.repeats);
	if (repeats > 0) {
		yield `${counted(repeats, 'record')} read twice: the list changed during the read, or contains duplicates.`;
	}
	if (results.some(({ lacksOverlap }) => lacksOverlap)) {
		yield 'The node could not check whether this list changed during the read. If it did, records may be missing or duplicated.';
	}
}

/** Hints stand above the output, and would push it out of sight. */
const MOST_NOTES = 3;

/** The first few of like notes, and how many more there are. */
function shortened(notes: string[]): string[] {
	const more = notes.length - MOST_NOTES;
	const rest = more > 0 ? [`There are ${more} more like this.`] : [];
	return [...notes.slice(0, MOST_NOTES).map((note) => `${note}.`), ...rest];
}

function sumOf(results: ReadResult[], count: (result: ReadResult) => number): number {
	return results.reduce((sum, result) => sum + count(result), 0);
}

function counted(count: number, noun: string): string {
	return count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
}
