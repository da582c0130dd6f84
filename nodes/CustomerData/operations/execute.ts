import type { IExecuteFunctions, INodeExecutionData, UserError } from 'n8n-workflow';
import { asHtml } from '../errors/html';
import { userError } from '../errors/userError';
import type { Operation } from './operation';
import { OPERATIONS } from './operations';
import { Output } from './output';
import { Reads } from './reads';

/**
 * Runs the chosen operation.
 *
 * @returns the items of each of its outputs
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const reads = new Reads(context);
	const output = new Output(context);
	const operation = chosenOperation(context);
	if (operation instanceof Error) {
		for (const item of context.getInputData().keys()) {
			output.add({ item, records: [], error: operation });
		}
		return output.items(1, []);
	}
	await operation.run({ context, reads, output });
	const hints = reads.hints(output.isTool);
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, message: asHtml(hint.message) })));
	return output.items(output.isTool ? 1 : (operation.outputs?.length ?? 1), hints);
}

/** Or why it cannot run. */
function chosenOperation(context: IExecuteFunctions): Operation | UserError {
	const chosen = context.getNodeParameter('operation', 0, '');
	const operation = OPERATIONS.find(({ value }) => value === chosen);
	return operation ?? userError(`There is no operation "${chosen}"`, 'Choose one from the list.');
}
