import {
	checkMark,
	checkNode,
	missingFields,
	missingPaths,
	unmetConditions,
} from '../compare/checks';
import { Executions } from '../compare/executions';
import type { Compared } from '../compare/fates';
import { compareWhole } from '../compare/plan';
import {
	compareFieldsProperty,
	inputKeyProperty,
	noticeProperty,
	onlyRecordsProperty,
} from '../compare/properties';
import { compareRequestOf } from '../compare/request';
import { rowsOf } from '../compare/rows';
import { inFull, wordsOf } from '../errors/nodeErrors';
import { identifierProperty } from '../parameters/list';
import { parametersFor, type OptionUser } from '../parameters/values';
import { LONGEST_NOTE, shownInShort } from '../values/shown';
import type { Job } from './operation';

export const comparingProperties = [
	noticeProperty,
	identifierProperty,
	inputKeyProperty,
	compareFieldsProperty,
	onlyRecordsProperty,
];

/** Reads the parameters and the list, and compares it with the input items. */
export async function readCompared(
	user: Extract<OptionUser, 'compare' | 'report'>,
	{ context, reads }: Job,
): Promise<{ compared: Compared; executions: Executions }> {
	checkNode(context.getNode());
	const comparison = compareRequestOf(user, parametersFor(context, 0), context);
	const { columns } = comparison;
	const items = context.getInputData();
	const client = await reads.clientForAll(items.length);
	const executions = new Executions(context, client.connection, comparison);
	executions.checkIsFirst();
	const rows = rowsOf(items, columns);
	checkMark(rows, columns);
	reads.notes.push(...missingPaths(rows, columns));
	const read = async () => await reads.readIdentified(client, comparison);
	const compared = await compareWhole(read, comparison, rows);
	reads.notes.push(...missingFields(compared.records, columns));
	reads.notes.push(...unmetConditions(compared));
	return { compared, executions };
}

/**
 * Outputs an error, and says it beside the output as well: the output for errors is the last one, out of sight. Where
 * the node goes on without that, it is only said: at another output, an error would be taken for a record.
 *
 * @param found what was found, if the list was read
 * @returns whether anything else may be output
 */
export function fail(error: Error, { context, reads, output }: Job, found?: string): boolean {
	const hasOutput = context.getNode().onError === 'continueErrorOutput';
	const mayGoOn = hasOutput || !context.continueOnFail();
	const { message, description: toDo } = wordsOf(error, context);
	const description = mayGoOn ? toDo : `${toDo} Nothing was output.`.trim();
	const said = { message, description };
	const advice = shownInShort(inFull(said), LONGEST_NOTE);
	reads.notes.push(found === undefined ? said : { message: found, description: advice });
	if (mayGoOn) output.fail(error);
	return mayGoOn;
}
