import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { JsonValue } from '../../api/page';
import { asError, wordsOf } from '../../errors/nodeErrors';
import { combined } from '../../errors/userError';
import { IDENTIFIER, identifierProperty } from '../../parameters/list';
import { FieldPicker } from '../../read/fieldPicker';
import type { WholeOperation } from '../operation';
import type { Output } from '../output';
import type { Reads } from '../reads';
import { parametersFor } from '../request';
import { checkNode, checkRows, missingPaths, MOST_NAMED } from './checks';
import { dueIn, readDifferences, type Compared, type Due } from './due';
import { Executions } from './executions';
import { summaryOf } from './notes';
import { compareFieldsProperty, inputKeyProperty, noticeProperty } from './properties';
import { readComparison, type Comparison } from './request';
import { rowsOf } from './rows';

/** In their order. */
const OUTPUTS = ['Created', 'Updated', 'Removed'] as const;

/** Finds what differs between the list and the rows of another system, which are the input items. */
export const compare: WholeOperation = {
	value: 'compare',
	name: 'Compare',
	action: ({ records }) => `Compare ${records} with input items`,
	description: ({ records }) =>
		`Find out which ${records} to create, update or remove in another system, whose rows are the input items`,
	outputs: OUTPUTS,
	properties: [noticeProperty, identifierProperty, inputKeyProperty, compareFieldsProperty],
	typeDefContent: [
		'The input items are all rows of the other system, read by the node before this one. Set alwaysOutputData: true on that node: without an item this node does not run, and an empty system stays empty. Do not set it on this node, and do not put this node into a loop.',
		'Outputs: 0 Created (items are records to create), 1 Updated (the record, and `input`, the row to update), 2 Removed (the row to mark as removed). With onError: "continueErrorOutput", output 3 has one item { error, message }, which names what was held back: connect it to a Stop and Error node with {{ $json.message }}.',
		'inputKey, compareFields.pairs[].value and options.removedField are names of fields of the row, such as code or address.city, not expressions. For the first run into a system that has few of the records, set options.maxCreated to 100, and back to 20 afterward.',
		'Set onError: "continueRegularOutput" on the nodes that save. What they refuse is named by the next execution, so run it twice in each schedule.',
	].join('\n'),

	async run(context, reads, output) {
		const compared = await readAll(context, reads, output).catch((thrown: unknown) =>
			asError(thrown),
		);
		// From here on nothing is waited for, so no other execution asks for the same meanwhile.
		const { changes, error } =
			compared instanceof Error ? { error: compared } : outcomeOf(compared);
		// At the first output, an error would be taken for a record to create.
		if (error && isSilent(context, output)) {
			const { message, description } = wordsOf(error, context);
			reads.notes.push({ message, description: `${description} Nothing was output.`.trim() });
			return;
		}
		if (error) output.fail({ error });
		if (!changes) return;
		put(changes, output);
		changes.executions.remember(changes.memory);
	},
};

/** Whether the node goes on after an error without an output for it. */
function isSilent(context: IExecuteFunctions, { isTool }: Output): boolean {
	return context.continueOnFail() && !isTool && context.getNode().onError !== 'continueErrorOutput';
}

interface Read extends Compared {
	comparison: Comparison;
	executions: Executions;
	picker: FieldPicker;
	reads: Reads;
}

/** @throws PageNotRead, or UserError where nothing can be compared */
async function readAll(
	context: IExecuteFunctions,
	reads: Reads,
	{ isTool }: Output,
): Promise<Read> {
	if (!isTool) checkNode(context.getNode());
	const comparison = readComparison(parametersFor(context, 0));
	const { request, field, columns } = comparison;
	const { options } = request;
	const items = context.getInputData();
	const client = await reads.clientForAll(items.length);
	const executions = new Executions(context, client.connection, comparison, isTool);
	executions.checkIsFirst();
	const rows = rowsOf(items, columns);
	checkRows(rows, columns, options.maxCreated);
	const lacking = missingPaths(rows, columns);
	if (lacking) reads.notes.push(lacking);
	const { displayName } = IDENTIFIER;
	const read = async () => await reads.readIdentified(client, request, field, displayName);
	const names = columns.fields.map(([name]) => name);
	const compared = await readDifferences(read, rows, names, context.getTimezone());
	const picker = new FieldPicker(options.fields, { ...options, identifier: field });
	picker.checkAll(compared.whole.result.records);
	return { ...compared, comparison, executions, picker, reads };
}

interface Changes extends Due, Pick<Read, 'executions' | 'picker'> {
	field: string;
}

function outcomeOf(read: Read): { changes?: Changes; error?: Error | undefined } {
	const { comparison, executions, picker, reads, rows } = read;
	const { request, field } = comparison;
	const { memory, isUnattended } = executions;
	try {
		const { due, errors } = dueIn(read, request.options, memory, isUnattended);
		const summary = summaryOf(rows, due);
		reads.log(summary.message);
		reads.notes.push(summary);
		const error = errors.length > 1 ? combined(errors, MOST_NAMED) : errors[0];
		return { changes: { ...due, executions, field, picker }, error };
	} catch (thrown) {
		return { error: asError(thrown) };
	}
}

/** Puts what is due at the outputs; for an agent, who gets one output alone, with what it is. */
function put({ created, updated, removed, field, picker }: Changes, output: Output): void {
	const { isTool } = output;
	const at = (place: number) => (isTool ? 0 : place);
	const told = (
		event: string,
		key: JsonValue | undefined,
		record: IDataObject | null,
		input: IDataObject | null,
	) => ({ event, key, record, input });
	output.put(
		at(0),
		created.map(({ record }) => {
			const picked = picker.pick(record);
			return { json: isTool ? told('created', record[field], picked, null) : picked };
		}),
	);
	output.put(
		at(1),
		updated.map(({ row: { item, input }, record }) => {
			const picked = picker.pick(record);
			const json = isTool ? told('updated', record[field], picked, input) : { ...picked, input };
			return { item, json };
		}),
	);
	output.put(
		at(2),
		removed.map(({ key, item, input }) => {
			return { item, json: isTool ? told('removed', JSON.parse(key), null, input) : input };
		}),
	);
}
