import { format, resolveConfig } from 'prettier';
import { EXAMPLES, type Example } from '../../harness/workflow/examples.mts';

/**
 * The text of a drawing's file, as n8n imports it. It names no credential: n8n 2.41 then takes the newest one of each
 * type, and what is chosen in one node for the others. One without an ID stays without, whatever is chosen.
 */
export async function written({ name, nodes, connections, settings }: Example): Promise<string> {
	const ordered = nodes.map(
		({ parameters, id, name: node, type, typeVersion, position, credentials: _, ...rest }) => {
			return { parameters, id, name: node, type, typeVersion, position, ...rest };
		},
	);
	const drawing = { name, nodes: ordered, pinData: {}, connections, settings };
	const text = JSON.stringify(drawing, undefined, '\t');
	const options = await resolveConfig(EXAMPLES);
	return await format(text, { ...options, parser: 'json' });
}
