import type { IExecuteFunctions } from 'n8n-workflow';
import { checkGuards } from '../compare/guards';
import { linesOf, stopLines } from '../compare/lines';
import { planFor } from '../compare/plan';
import { summaryOf, summaryWords } from '../compare/summary';
import { withoutTags } from '../errors/html';
import { asError, inFull, wordsOf } from '../errors/nodeErrors';
import { comparingProperties, fail, readCompared } from './comparing';
import type { Operation } from './operation';

/** Says what Compare would output, for people to look at, and asks for nothing. */
export const report: Operation = {
	value: 'report',
	name: 'Report',
	action: ({ records }) => `Report how ${records} differ from input items`,
	description: ({ records }) =>
		`List which ${records} differ from another system, whose rows are the input items: who, which field, from what, to what`,
	outputs: ['Differences', 'Summary'],
	properties: comparingProperties,
	typeDefContent:
		'Takes the same input and parameters as the operation compare, and saves nothing: set alwaysOutputData: true on the node before this one. Outputs: 0 Differences (items { change, key, name, field, from, to, note }, where change is created, updated, removed or held back), 1 Summary (one item with the counts, `text`, and in `stops` why compare would output nothing).',

	async run(job) {
		const { context, reads, output } = job;
		const read = await readCompared('report', job).catch(asError);
		if (read instanceof Error) {
			fail(read, job);
			return;
		}
		const { fates } = planFor(read, new Map());
		const { rows, names, records, comparison } = read;
		const summary = summaryOf(rows, records.length, fates);
		const { message } = summaryWords(summary);
		const words = { message, description: summary.created > 0 ? ASKED_BEFORE : '' };
		reads.notes.push(words);
		const stops = stopsAt(() => checkGuards(read, comparison), context);
		const lines = [...stopLines(stops), ...linesOf(fates, names)];
		const json = { ...summary, lines: lines.length, text: withoutTags(inFull(words)), stops };
		output.put(
			0,
			lines.map((line) => ({ json: line })),
		);
		output.put(1, [{ json }]);
	},
};

/** What Compare remembers, only its own node knows. */
const ASKED_BEFORE =
	'If a workflow has asked your CRM for some of these records before, it names them instead of creating them again.';

function stopsAt(check: () => void, context: IExecuteFunctions): string {
	try {
		check();
		return '';
	} catch (thrown) {
		return withoutTags(inFull(wordsOf(asError(thrown), context)));
	}
}
