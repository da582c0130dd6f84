import { isObject } from '../api/json';

/** The workflow around a node; nothing where n8n does not expose it, for which it has no type (seen in 1.123 and 2.41). */
export function workflowOf(context: object): Record<string, unknown> {
	return 'workflow' in context && isObject(context.workflow) ? context.workflow : {};
}

/** All static data of the workflow, by `node:` and the name of each node. */
export function workflowDataOf(context: object): Record<string, unknown> {
	const { staticData } = workflowOf(context);
	return isObject(staticData) ? staticData : {};
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
