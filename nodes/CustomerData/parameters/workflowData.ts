import { isObject } from '../api/json';

/** All static data of the workflow, by `node:` and the name of each node; none where n8n does not expose them. */
export function workflowDataOf(context: object): Record<string, unknown> {
	const workflow = 'workflow' in context && context.workflow;
	const shown = isObject(workflow) && workflow.staticData;
	return isObject(shown) ? shown : {};
}

/**
 * Whether an execution ends at a node, or right before the next one, so that nothing saves what the node outputs. n8n
 * has no type for that (seen in 1.123 and 2.41).
 */
export function endsBefore(context: object, name: string): boolean {
	const path = ['runExecutionData', 'startData', 'destinationNode'];
	const end = path.reduce<unknown>(
		(data, step) => (isObject(data) ? data[step] : undefined),
		context,
	);
	return end === name || (isObject(end) && (end.mode === 'exclusive' || end.nodeName === name));
}
