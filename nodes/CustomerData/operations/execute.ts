import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asHtml } from '../errors/html';
import { answerEach } from './eachItem';
import { wholeOperation } from './operations';
import { Output } from './output';
import { Reads } from './reads';

/**
 * Runs the chosen operation.
 *
 * @returns the items of each of its outputs; for an agent, of one
 * @throws NodeApiError or NodeOperationError that the node stops at
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const reads = new Reads(context);
	const output = new Output(context);
	const whole = wholeOperation(context.getNodeParameter('operation', 0, ''));
	if (whole) await whole.run(context, reads, output);
	else await answerEach(context, reads, output);
	const hints = reads.hints(output.isTool);
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, message: asHtml(hint.message) })));
	return output.items(output.isTool ? 1 : (whole?.outputs.length ?? 1), hints);
}
