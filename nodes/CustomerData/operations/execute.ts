import type { IExecuteFunctions, INodeExecutionData, UserError } from 'n8n-workflow';
import { asHtml } from '../errors/html';
import { isTool } from '../errors/nodeErrors';
import { notOffered, userError } from '../errors/userError';
import { chosenResource } from '../parameters/list';
import { parametersFor } from '../parameters/values';
import type { Operation } from './operation';
import { OPERATIONS } from './operations';
import { Output } from './output';
import { Reads } from './reads';

/** Runs the chosen operation. @returns the items of each of its outputs */
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
	const hints = reads.hints();
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, message: asHtml(hint.message) })));
	return output.items(operation.outputs?.length ?? 1, hints);
}

/** Or why it cannot run. */
function chosenOperation(context: IExecuteFunctions): Operation | UserError {
	const parameter = parametersFor(context, 0);
	// Of a resource that it does not know, n8n gives no operation.
	const resource = chosenResource(parameter);
	if (resource instanceof Error) return resource;
	const chosen = parameter('operation', '');
	const operation = OPERATIONS.find(({ value }) => value === chosen);
	if (!operation) return notOffered('operation', chosen, OPERATIONS);
	// A tool has one output.
	return operation.outputs && isTool(context) ? notForAgents(operation) : operation;
}

export function notForAgents({ name }: Pick<Operation, 'name'>) {
	return userError(
		`The operation '${name}' cannot be a tool of an agent, because it needs all rows of another system as input items`,
		"Choose the operation 'Search' or 'Get' instead.",
	);
}
