import {
	checkMark,
	checkNode,
	missingFields,
	missingPaths,
	nothingCompared,
	unmetConditions,
} from '../compare/checks';
import { Executions } from '../compare/executions';
import type { Compared } from '../compare/fates';
import { compareWhole } from '../compare/plan';
import {
	compareFieldsProperty,
	inputKeyProperty,
	matchByProperty,
	noticeProperty,
	onlyRecords,
	removedFieldProperty,
	removedValueProperty,
} from '../compare/properties';
import { compareRequestOf } from '../compare/request';
import { rowsOf } from '../compare/rows';
import { identifierProperty } from '../parameters/list';
import { parametersFor, type OptionUser } from '../parameters/values';
import type { Job } from './operation';

export const comparingProperties = [
	noticeProperty,
	identifierProperty,
	inputKeyProperty,
	compareFieldsProperty,
	matchByProperty,
	removedFieldProperty,
	removedValueProperty,
	onlyRecords,
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
	reads.notes.push(...nothingCompared(columns));
	// Rows to save are held back where they would need such a field.
	if (comparison.idField === undefined) reads.notes.push(...missingPaths(rows, columns));
	const read = async () => await reads.readIdentified(client, comparison);
	const compared = await compareWhole(read, comparison, rows);
	reads.notes.push(...missingFields(compared.records, columns));
	reads.notes.push(...unmetConditions(compared));
	return { compared, executions };
}
