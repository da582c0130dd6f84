import type { NodeExecutionHint } from 'n8n-workflow';
import type { Words } from '../errors/nodeErrors';
import { listed } from '../errors/userError';
import type { ReadResult } from '../read/readRecords';

/**
 * What to say of an execution, each thing once. What has the same advice is one hint.
 *
 * @param notes on input items; the first few of each kind are shown
 */
export function hintsFor(results: ReadResult[], notes: Words[]): NodeExecutionHint[] {
	const byAdvice = new Map<string, Set<string>>();
	for (const { message, description } of [...notes, ...notesOn(results)]) {
		const alike = byAdvice.get(description) ?? new Set();
		byAdvice.set(description, alike.add(message));
	}
	return [...byAdvice].map(([advice, alike]) => {
		const message = [...shortened([...alike]), ...linesOfAdvice(advice)].join('\n');
		return { message, type: 'info', location: 'outputPane' };
	});
}

/** What to do where a list was cut. */
const MORE = [
	[false, "turn on 'Return All'"],
	[true, "raise or remove 'Max Records' under 'Options'"],
] as const;

export function* notesOn(results: ReadResult[]): Generator<Words> {
	for (const [returnAll, advice] of MORE) {
		const cut = results.filter(({ isCut, request }) => isCut && request.returnAll === returnAll);
		const returned = sumOf(cut, ({ records }) => records.length);
		if (returned > 0) {
			yield {
				message: `${counted(returned, 'record')} returned, and there may be more`,
				description: `To get all of them, ${advice}.`,
			};
		}
	}
	for (const { request, records, readCount } of results) {
		if (request.search === '' || records.length > 0 || readCount === 0) continue;
		const words = JSON.stringify(request.search);
		yield {
			message:
				readCount === 1
					? `The one record that was read does not contain all words of ${words}`
					: `${counted(readCount, 'record')} read, and none contains all words of ${words}`,
			description: 'Search for fewer words, or for parts of them.',
		};
	}
	const empty = results.filter(({ readCount }) => readCount === 0);
	if (empty.some(({ request }) => request.options.offset === 0)) {
		yield {
			message: 'The list is empty',
			description: "If it should have records, check 'Company ID' in the credential.",
		};
	}
	if (empty.some(({ request }) => request.options.offset > 0)) {
		yield {
			message: "The list ends before 'Offset', so nothing was read",
			description: "Lower 'Offset' under 'Options'.",
		};
	}
	for (const { missing, fieldsSeen } of results.filter((result) => result.missing.length > 0)) {
		yield {
			message: `None of the records that were read has a field named ${listed(missing, 'disjunction')}. They have ${fieldsSeen}`,
			description: "Correct 'Field Names or IDs' under 'Options', or read more records.",
		};
	}
	const retries = sumOf(results, (result) => result.retries);
	if (retries > 0) {
		yield {
			message: `${counted(retries, 'request')} retried`,
			description:
				"Retrying helped. If this keeps happening, lower 'Parallel Requests' under 'Options', or contact the service's support.",
		};
	}
	const repeats = sumOf(results, (result) => result.repeats);
	if (repeats > 0) {
		yield {
			message: `${counted(repeats, 'record')} read twice: the list changed during the read, or contains duplicates`,
			description:
				'If the output has a record twice, let the next node create or update (upsert), or add a Remove Duplicates node before it.',
		};
	}
	if (results.some(({ lacksOverlap }) => lacksOverlap)) {
		yield {
			message: 'The node could not check whether this list changed during the read',
			description:
				'If it did, records may be missing or duplicated. Run the workflow when nobody works in the application, e.g. at night.',
		};
	}
}

/** A space between two sentences. After "St." or "Inc.", a name goes on. */
const SENTENCE_END = /(?<=[\p{Ll}\d%)'"]{3}[.:]) (?=[\p{Lu}\d'"])/u;

/** One sentence a line, so that a hint is read at a glance. What stands below the first line has its own. */
function linesOfAdvice(advice: string): string[] {
	const [sentences = '', ...others] = advice.split('\n');
	return [...sentences.split(SENTENCE_END), ...others].filter((line) => line !== '');
}

/** Hints stand above the output, and would push it out of sight. */
const MOST_NOTES = 3;

/** The first few of like messages, as sentences, and how many more there are. */
function shortened(messages: string[]): string[] {
	const more = messages.length - MOST_NOTES;
	const rest = more > 0 ? [`There are ${more} more like this.`] : [];
	return [...messages.slice(0, MOST_NOTES).map((message) => `${message}.`), ...rest];
}

function sumOf(results: ReadResult[], count: (result: ReadResult) => number): number {
	return results.reduce((sum, result) => sum + count(result), 0);
}

function counted(count: number, noun: string): string {
	return count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
}
