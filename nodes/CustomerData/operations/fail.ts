import { inFull, wordsOf, type Words } from '../errors/nodeErrors';
import { LONGEST_NOTE, shownInShort } from '../values/shown';
import type { FoundInWords, Job } from './operation';

/**
 * Outputs nothing but an error, and says it beside the output as well. The execution stops at it, or n8n moves it to
 * the output for errors. Where the node goes on without that, it is only said: at another output, an error would be
 * taken for a record.
 */
export function fail(error: Error, job: Job): void {
	const { context, output } = job;
	const hasOutput = context.getNode().onError === 'continueErrorOutput';
	const isOutput = hasOutput || !context.continueOnFail();
	say(error, job, isOutput ? '' : 'Nothing was output.');
	if (isOutput) output.fail(error);
}

/** Outputs an error for each input item. */
export function failEachItem(error: Error, { context, output }: Job): void {
	for (const item of context.getInputData().keys()) output.add({ item, records: [], error });
}

const HALF_WORD = / \S*…$/;

/** @param more what to add to the advice */
export function say(error: Error, { context, reads, found }: Job, more = ''): void {
	const { message, description: toDo } = wordsOf(error, context);
	const said = { message, description: `${toDo} ${more}`.trim() };
	if (!found) reads.notes.push(said);
	else
		reads.notes.push(
			noteOn(found, shownInShort(inFull(said), LONGEST_NOTE).replace(HALF_WORD, '…')),
		);
}

/** What was found, and below it what to do, and whom it is about. */
export function noteOn({ summary, differences = [] }: FoundInWords, advice = ''): Words {
	return { message: summary, description: [advice, ...differences].join('\n') };
}
