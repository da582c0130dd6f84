import type { IDataObject, UserError } from 'n8n-workflow';
import { withoutNew } from '../compare/asked';
import { withFate, type Compared, type Created, type Fate, type Pair } from '../compare/fates';
import { planFor } from '../compare/plan';
import { idFieldProperty, outputProperty } from '../compare/properties';
import type { KeyedRow } from '../compare/rows';
import { inFull, wordsOf } from '../errors/nodeErrors';
import { combined, listed, MOST_HELD, userError } from '../errors/userError';
import { FieldPicker } from '../read/fieldPicker';
import { checkFieldsExist } from '../read/seenFields';
import { differenceText } from '../report/differences';
import { firstDifferences } from '../report/findings';
import { removalOf, summaryOf, summaryText } from '../report/summary';
import { checkIds } from '../save/ids';
import { RowsToSave } from '../save/rowsToSave';
import { withValueAt } from '../values/paths';
import { earlyEnd, isConnected, type EarlyEnd } from './canvas';
import { comparingProperties, readCompared } from './comparing';
import { fail, noteOn, say } from './fail';
import { failureItem, heldBackItems } from './heldBack';
import type { Operation } from './operation';
import type { Output } from './output';

const OUTPUTS = ['Created', 'Updated', 'Removed', 'Held Back'];
const HELD_BACK = OUTPUTS.indexOf('Held Back');
/** At each of the other outputs. */
const ASKED_KINDS = ['created', 'updated', 'removed'] as const;

/** Finds what differs between the list and the rows of another system, which are the input items. */
export const compare: Operation = {
	value: 'compare',
	name: 'Compare',
	action: ({ records }) => `Compare ${records} with your CRM`,
	description: ({ records }) =>
		`Find out which ${records} to create, update or remove in a CRM, whose contacts are the input items`,
	outputs: OUTPUTS,
	properties: [...comparingProperties, outputProperty, idFieldProperty],
	example:
		"inputKey: 'code', compareFields: { pairs: [{ field: 'Name', value: 'name' }, { field: 'Email', value: 'email' }] }, where code, name and email are fields of the rows. If needed: output: 'rows', idField: 'id', onlyRecords: { conditions: [{ field: 'Active', condition: 'is', value: 'true' }] }, matchBy: ['Email'], removedField: 'active'. Outputs: 0 Created, 1 Updated, 2 Removed, 3 Held Back.",
	typeDefContent: [
		'The input items are all rows of the other system, read to the last page by the node before this one. Set alwaysOutputData: true on that node: without an item this node does not run, and an empty system stays empty. Do not set it on this node, and do not put this node into a loop.',
		'Outputs: 0 Created (a record to create), 1 Updated (the record, with `input`, its row, and `differs`, what differs as text), 2 Removed (the row to mark as removed), 3 Held Back (an item for each customer or row that a person has to look at). Write the identifier, such as the code, at 0, 1 and 2. Update and mark a row by its own ID, such as {{ $json.input.id }} at 1 and {{ $json.id }} at 2, because a row that was matched by another field has no identifier yet.',
		'If the node that saves maps automatically (autoMapInputData) or takes a JSON body, set output: "rows", and idField to the field of the row with its own ID. Outputs 0 to 2 are then rows with the names and types of the input items, and nothing beside them: map no field. 1 and 2 can go to one node, which updates by that ID.',
		'Connect all four with .output(n).to(…), and leave onError of this node unset. At 3, connect a Stop and Error node with {{ $json.message }}, and give it a config.position below all others, because n8n runs branches from top to bottom. Without a node at 3, this node stops and outputs nothing if anybody is held back.',
		'inputKey, compareFields.pairs[].value and removedField are names of fields of the row, such as code or address.city, not expressions. compareFields.pairs[].field is a field of the record, or a path in it: ask for the list getPaths first. All of these stand beside options; only the maximums stand in it. n8n silently drops a parameter in the wrong place, so read the hint of a run: it names the fields that differ, and the number of records compared and left out.',
		'If the other system should have only some of the records, do not filter the outputs: use onlyRecords.conditions (field or path, condition: is or isNot, value, empty for none). If removedField also holds a field of the record, such as Active, compare it, too.',
		'If the rows may lack the identifier, set matchBy, such as Email and Name. Leave options.maxCreated unset. The first run is by hand, so add a Manual Trigger: a published workflow stops while no row has an identifier. If that run stops because many records are new, the user sets options.maxCreated to 100, executes it once more, and removes the option.',
		'Set onError: "continueRegularOutput" on the nodes that save. The next published execution names what they refused, so give the Schedule Trigger two times, such as 2:00 and 2:30.',
	].join('\n'),

	async run(job) {
		const { context, reads, output } = job;
		const { compared, executions } = await readCompared('compare', job);
		// From here on nothing is waited for, so no other execution asks for the same meanwhile.
		const { columns, names } = compared;
		const { known } = executions;
		const plan = planFor(compared, known);
		const { fates, stop, errors, asked } = plan;
		const summary = summaryText(summaryOf(compared, fates), removalOf(columns));
		job.found = { summary };
		if (stop) {
			executions.forgetByHand();
			throw stop;
		}
		const shape = shapeOf(compared, fates);
		job.found = { summary, differences: firstDifferences(fates, names) };
		reads.log(summary);
		const early = errors.length > 0 ? earlyEnd(context, HELD_BACK) : undefined;
		if (errors.length > 0) {
			const held = combined([...(early ? [endsTooEarly(early)] : []), ...errors], MOST_HELD);
			// Nobody is held back unseen.
			if (!isConnected(context, HELD_BACK)) throw held;
			say(held, job);
			const items = heldBackItems(plan, inFull(wordsOf(held, context)), names, context);
			output.put(
				HELD_BACK,
				items.map((json) => ({ json })),
			);
		} else reads.notes.push(noteOn(job.found));
		put(fates, shape, output);
		const kinds = ASKED_KINDS.filter((_, index) => early?.outputs.has(index));
		executions.remember(withoutNew(asked, known.asked, kinds), fates);
	},

	/** Where the node goes on, it is held back that nothing could be output. */
	fail(error, job) {
		const { context, output } = job;
		fail(error, job);
		const json = failureItem(inFull(wordsOf(error, context)));
		if (isConnected(context, HELD_BACK)) output.put(HELD_BACK, [{ json }]);
	},
};

export function endsTooEarly({ name, below }: Pick<EarlyEnd, 'name' | 'below'>): UserError {
	return userError(
		`'${name}' stands above ${listed(below)} on the canvas, so n8n executes it first, and what these nodes should save is not saved`,
		`Move '${name}' below all other nodes: n8n executes them from top to bottom. Then execute the workflow again.`,
	);
}

/** What is output of whatever is due. */
interface Shape {
	created: (one: Created) => IDataObject;
	updated: (pair: Pair) => IDataObject;
	removed: (row: KeyedRow) => IDataObject;
}

function shapeOf(compared: Compared, fates: Fate[]): Shape {
	const { idField } = compared;
	if (idField === undefined) return asRecords(compared);
	checkIds(compared, fates, idField);
	return new RowsToSave(compared, idField);
}

/** @throws UserError where no record has a chosen field */
function asRecords({ records, request: { options }, field, columns }: Compared): Shape {
	checkFieldsExist(options.fields, records);
	const picker = new FieldPicker(options.fields, { ...options, identifier: field });
	return {
		created: ({ record }) => picker.pick(record),
		updated(pair) {
			const { input } = pair.row;
			const differs = differenceText(pair);
			// First, where people see it, and in place of a field of the record that has this name.
			return { ...{ differs }, ...picker.pick(pair.record), input, differs };
		},
		// So that the identifier can be written into a row that lacks it.
		removed: ({ input, key, isMatched }) =>
			isMatched ? withValueAt(columns.key, input, JSON.parse(key)) : input,
	};
}

/** Puts what is due at the outputs. */
function put(fates: Fate[], shape: Shape, output: Output): void {
	const created = withFate('created', fates).map((one) => ({ json: shape.created(one) }));
	const updated = withFate('updated', fates).map((pair) => {
		return { item: pair.row.item, json: shape.updated(pair) };
	});
	const removed = withFate('removed', fates).map(({ row }) => {
		return { item: row.item, json: shape.removed(row) };
	});
	for (const [index, items] of [created, updated, removed].entries()) output.put(index, items);
}
