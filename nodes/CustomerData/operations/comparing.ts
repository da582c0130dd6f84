import { checkMark, checkNode, missingFields, missingPaths } from '../compare/checks';
import { readComparison, type Comparison } from '../compare/comparison';
import { Executions } from '../compare/executions';
import { matchBy } from '../compare/matchBy';
import { compareWhole, type Compared } from '../compare/plan';
import {
	compareFieldsProperty,
	inputKeyProperty,
	noticeProperty,
	onlyRecordsProperty,
} from '../compare/properties';
import { rowsOf } from '../compare/rows';
import { wordsOf } from '../errors/nodeErrors';
import { identifierProperty } from '../parameters/list';
import { parametersFor, type Place } from '../parameters/values';
import type { Job } from './operation';

export const comparingProperties = [
	noticeProperty,
	identifierProperty,
	inputKeyProperty,
	compareFieldsProperty,
	onlyRecordsProperty,
];

/** What was compared, and with which parameters. */
export interface Read extends Compared {
	comparison: Comparison;
	executions: Executions;
}

/** Reads the parameters and the list, and compares it with the input items. */
export async function readCompared(
	place: Extract<Place, 'compare' | 'report'>,
	{ context, reads }: Job,
): Promise<Read> {
	checkNode(context.getNode());
	const comparison = readComparison(place, parametersFor(context, 0));
	const { request, field, columns } = comparison;
	const items = context.getInputData();
	const client = await reads.clientForAll(items.length);
	const executions = new Executions(context, client.connection, comparison);
	executions.checkIsFirst();
	const rows = rowsOf(items, columns);
	checkMark(rows, columns);
	reads.notes.push(...missingPaths(rows, columns));
	const read = async () => await reads.readIdentified(client, comparison);
	const compared = await compareWhole(read, {
		rows,
		field,
		names: columns.fields.map(([name]) => name),
		timeZone: context.getTimezone(),
		isUnattended: executions.isUnattended,
	});
	reads.notes.push(...missingFields(compared.records, columns));
	return { ...matchBy(compared, request.options.matchBy), comparison, executions };
}

/**
 * Outputs an error, or says it beside the output where the node goes on without an output for errors: at another one,
 * an error would be taken for a record.
 *
 * @returns whether anything else may be output
 */
export function fail(error: Error, { context, reads, output }: Job): boolean {
	const hasOutput = context.getNode().onError === 'continueErrorOutput';
	if (context.continueOnFail() && !hasOutput) {
		const { message, description } = wordsOf(error, context);
		reads.notes.push({ message, description: `${description} Nothing was output.`.trim() });
		return false;
	}
	output.fail(error);
	return true;
}
