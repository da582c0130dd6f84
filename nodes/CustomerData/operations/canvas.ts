import { isObject } from '../api/json';
import type { HasNode } from '../errors/nodeErrors';
import { workflowOf } from '../parameters/workflowData';

/** A node at one of this node's outputs. */
interface NextNode {
	name: string;
	type: string;
	position: [number, number];
	/** The index of the output. */
	output: number;
}

/**
 * A *Stop and Error* that n8n runs before other nodes, because it stands above them: it ends the execution, and what
 * these should have saved is not saved.
 */
export interface EarlyEnd {
	name: string;
	/** The names of the nodes below it, and the outputs at which they stand. */
	below: string[];
	outputs: ReadonlySet<number>;
}

/** Whether a node is connected to an output, by its index. */
export function isConnected(context: HasNode, output: number): boolean {
	return nextNodes(context).some((one) => one.output === output);
}

/** @param held the index of the output for what is held back @returns `undefined` where nothing ends early */
export function earlyEnd(context: HasNode, held: number): EarlyEnd | undefined {
	const { settings } = workflowOf(context);
	// In the order before v1, the position plays no role.
	if (!isObject(settings) || settings.executionOrder !== 'v1') return undefined;
	const nodes = nextNodes(context);
	const end = nodes.find(({ output, type }) => output === held && type.endsWith('.stopAndError'));
	const later = end ? nodes.filter((one) => one.output !== held && isBefore(end, one)) : [];
	if (!end || later.length === 0) return undefined;
	const below = later.map(({ name }) => name);
	return { name: end.name, below, outputs: new Set(later.map(({ output }) => output)) };
}

/** In this order, n8n runs nodes of which each begins a branch. */
function isBefore(
	{ position: [x, y] }: NextNode,
	{ position: [otherX, otherY] }: NextNode,
): boolean {
	return y < otherY || (y === otherY && x < otherX);
}

/** Nothing where n8n does not show them. */
function nextNodes(context: HasNode): NextNode[] {
	const { nodes, connectionsBySourceNode: links } = workflowOf(context);
	if (!isObject(nodes) || !isObject(links)) return [];
	const own = links[context.getNode().name];
	const outputs: unknown[] = isObject(own) && Array.isArray(own.main) ? own.main : [];
	return outputs.flatMap((to, output) => {
		const all: unknown[] = Array.isArray(to) ? to : [];
		return all.flatMap((link) => {
			const node = isObject(link) ? nodes[String(link.node)] : undefined;
			return isObject(node) ? (nextNode(node, output) ?? []) : [];
		});
	});
}

function nextNode(node: Record<string, unknown>, output: number): NextNode | undefined {
	const { name, type, position } = node;
	if (typeof name !== 'string' || typeof type !== 'string' || !Array.isArray(position))
		return undefined;
	const [x, y] = position.map(Number);
	return { name, type, position: [x ?? 0, y ?? 0], output };
}
