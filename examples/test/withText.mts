import type { Example } from '../../harness/workflow/examples.mts';

/** The example with another text in the parameters of some nodes, or of all. */
export function withText(
	example: Example,
	change: (parameters: string) => string,
	...names: string[]
): Example {
	const nodes = example.nodes.map((node) => {
		if (names.length > 0 && !names.includes(node.name)) return node;
		return { ...node, parameters: JSON.parse(change(JSON.stringify(node.parameters))) };
	});
	return { ...example, nodes };
}
