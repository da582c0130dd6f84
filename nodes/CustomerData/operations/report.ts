import { planFor } from '../compare/plan';
import { inFull, wordsOf } from '../errors/nodeErrors';
import { findingsIn, linesOf, stopIn, tagless } from '../report/findings';
import { mailOf } from '../report/mail';
import {
	headingOf,
	quantityOf,
	removalOf,
	summaryOf,
	summaryText,
	without,
	type Summary,
} from '../report/summary';
import { comparingProperties, readCompared } from './comparing';
import { fail } from './fail';
import type { Operation } from './operation';

/** Says what Compare would output, for people to look at, and asks for nothing. */
export const report: Operation = {
	value: 'report',
	name: 'Report',
	action: ({ records }) => `Report how ${records} differ from your CRM`,
	description: ({ records }) =>
		`List which ${records} differ from a CRM, whose contacts are the input items: who, which field, from what, to what`,
	outputs: ['Differences', 'Summary'],
	properties: comparingProperties,
	example: 'As compare. Outputs: 0 Differences, 1 Summary, in which html is a mail.',
	typeDefContent:
		'Takes the same input and parameters as the operation compare, and saves nothing: set alwaysOutputData: true on the node before this one. Outputs: 0 Differences (items { change, key, name, field, from, to, note }, where change is created, updated, removed or held back), 1 Summary (one item, if there is any difference: the counts, `heading`, `text`, in `stops` why compare would output nothing, and `html`, all of it as a mail).',

	async run(job) {
		const { context, reads, output } = job;
		const { compared } = await readCompared('report', job);
		const { names, columns } = compared;
		const { fates, stop } = planFor(compared, NOTHING_ASKED);
		const summary = summaryOf(compared, fates);
		const removal = removalOf(columns);
		const words = {
			message: summaryText(summary, removal),
			description: summary.created > 0 ? ASKED_BEFORE : '',
		};
		reads.notes.push(words);
		const stops = stop ? inFull(wordsOf(stop, context)) : '';
		const findings = findingsIn(fates, names, context);
		const lines = linesOf([...stopIn(stops), ...findings]).map((json) => ({ json }));
		output.put(0, lines);
		if (lines.length === 0) return;
		const found = headingOf(summary, removal);
		// It is the subject of the mail.
		const heading = stop ? `Nothing would be saved: ${found}` : found;
		const html = mailOf(findings, { heading, below: belowOf(summary), stops, removal });
		const texts = tagless({ heading, text: inFull(words), stops });
		output.put(1, [{ json: { ...summary, lines: lines.length, ...texts, html } }]);
	},

	fail,
};

/** Only the node that compares knows what it asked for. */
const NOTHING_ASKED = { asked: new Map(), createdByHand: [] };

const ASKED_BEFORE =
	'If a workflow has asked your CRM for some of these records before, it names them instead of creating them again.';

/** Below the heading of the mail. */
function belowOf(summary: Summary): string[] {
	const { rows, records, leftAlone, created } = summary;
	const alone = leftAlone > 0 ? ` (${leftAlone} without an identifier, left alone)` : '';
	const compared = `Your CRM has ${quantityOf(rows, 'contact')}${alone}. The list has ${quantityOf(records, 'record')}${without(summary)}.`;
	return [compared, ...(created > 0 ? [ASKED_BEFORE] : [])];
}
