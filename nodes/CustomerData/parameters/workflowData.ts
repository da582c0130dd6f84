import { isObject } from '../api/json';

/** All static data of the workflow, by `node:` and the name of each node; none where n8n does not expose them. */
export function workflowDataOf(context: object): Record<string, unknown> {
	const workflow = 'workflow' in context && context.workflow;
	const shown = isObject(workflow) && workflow.staticData;
	return isObject(shown) ? shown : {};
}
