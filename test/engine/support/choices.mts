import { LoadOptionsContext } from 'n8n-core';

import { nodeInWorkflow, type NodeSetting } from './nodeInWorkflow.mts';
import { nodeTypes } from './packageTypes.mts';

export interface ChoicesSetting extends NodeSetting {
	/** What the user types into the search of a list. */
	filter?: string | undefined;
	/** In place of n8n's own. */
	helpers?: object;
}

/** The choices that the editor shows for a parameter, as the method of the node loads them. */
export async function choices(
	method: string,
	{ filter, helpers = {}, ...setting }: ChoicesSetting,
): Promise<Array<{ name: string; value: unknown }>> {
	const { parameters: currentNodeParameters = {} } = setting;
	const { node, workflow, additionalData } = nodeInWorkflow(setting);
	const data = { ...additionalData, currentNodeParameters };
	const n8n = new LoadOptionsContext(workflow, node, data, 'parameters');
	const context: LoadOptionsContext = Object.create(n8n, {
		helpers: { value: { ...n8n.helpers, ...helpers } },
	});
	const { loadOptions, listSearch } = nodeTypes.getByNameAndVersion(node.type).methods ?? {};
	const [load, search] = [loadOptions?.[method], listSearch?.[method]];
	if (load) return await load.call(context);
	if (search) return (await search.call(context, filter)).results;
	throw new Error(`The node has no ${method}`);
}
