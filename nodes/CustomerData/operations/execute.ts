import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asHtml } from '../errors/html';
import { asError, isTool } from '../errors/nodeErrors';
import { notOffered, userError } from '../errors/userError';
import { chosenResource } from '../parameters/list';
import { parametersFor } from '../parameters/values';
import { fail, failEachItem } from './fail';
import type { Job, Operation } from './operation';
import { OPERATIONS } from './operations';
import { Output } from './output';
import { Reads } from './reads';

/**
 * Runs the chosen operation. Nothing is thrown where the node goes on after an error: n8n would then hand its input on
 * as if it were its output (1.123 and 2.41), and rows of another system would be created there once more.
 *
 * @returns the items of each of its outputs
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context);
	const job = newJob(context);
	try {
		await operation.run(job);
		return outputsOf(operation, job);
	} catch (thrown) {
		const failed: Job = { ...job, output: new Output(context) };
		operation.fail(asError(thrown), failed);
		return outputsOf(operation, failed);
	}
}

function newJob(context: IExecuteFunctions): Job {
	return { context, reads: new Reads(context), output: new Output(context) };
}

function outputsOf({ outputs }: Runnable, { context, reads, output }: Job) {
	const hints = reads.hints();
	const shown = hints.map(({ message, ...hint }) => {
		return { ...hint, message: asHtml(message).replaceAll('\n', '<br>') };
	});
	context.addExecutionHints(...shown);
	return output.items(outputs?.length ?? 1, hints);
}

type Runnable = Pick<Operation, 'run' | 'fail' | 'outputs'>;

function chosenOperation(context: IExecuteFunctions): Runnable {
	try {
		const parameter = parametersFor(context, 0);
		// Of a resource that it does not know, n8n gives no operation.
		const resource = chosenResource(parameter);
		if (resource instanceof Error) return failing(resource, failEachItem);
		const chosen = parameter('operation', '');
		const operation = OPERATIONS.find(({ value }) => value === chosen);
		if (!operation) return failing(notOffered('operation', chosen, OPERATIONS), failEachItem);
		// A tool has one output.
		return operation.outputs && isTool(context)
			? failing(notForAgents(operation), failEachItem)
			: operation;
	} catch (thrown) {
		return failing(asError(thrown), fail);
	}
}

function failing(error: Error, failAs: Operation['fail']): Runnable {
	return { run: async () => await Promise.reject(error), fail: failAs };
}

export function notForAgents({ name }: Pick<Operation, 'name'>) {
	return userError(
		`The operation '${name}' cannot be a tool of an agent, because it needs all rows of another system as input items`,
		"Choose the operation 'Search' or 'Get' instead.",
	);
}
