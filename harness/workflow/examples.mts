import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AssignmentCollectionValue, INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { CREDENTIAL_NAME } from '../n8n/credential.mts';

export const EXAMPLES = resolve(import.meta.dirname, '../../examples');

const nodeSchema = z.custom<INode>(
	(value) => value instanceof Object && 'type' in value && 'parameters' in value,
);

export const exampleSchema = z.object({
	name: z.string(),
	nodes: z.array(nodeSchema),
	connections: z.record(z.unknown()),
	settings: z.record(z.unknown()),
});

export type Example = z.infer<typeof exampleSchema>;

/** All examples, and the drawings for each CRM. */
export function exampleFiles(): string[] {
	const folders = ['', 'crm'];
	const files = folders.flatMap((folder) =>
		readdirSync(join(EXAMPLES, folder)).map((file) => join(folder, file)),
	);
	return files.filter((file) => file.endsWith('.json')).sort();
}

/** An example once somebody has chosen a credential for our nodes. */
export function readExample(file: string): Example {
	const example = exampleSchema.parse(JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')));
	const nodes = example.nodes.map((node) =>
		node.type.startsWith('n8n-nodes-customer-data.') ? { credentials: CHOSEN, ...node } : node,
	);
	return { ...example, nodes };
}

/** n8n finds it by its name. */
export const CHOSEN = { customerDataApi: { id: null, name: CREDENTIAL_NAME } };

/** The name of the node that starts it. */
export function triggerOf({ nodes }: Example): string {
	return nodes.find(({ type }) => type.endsWith('Trigger'))?.name ?? '';
}

/** The example with some nodes changed, by name. Other parameters keep their values. */
export function withNodes(example: Example, changes: Record<string, Partial<INode>>): Example {
	const nodes = example.nodes.map((node) => {
		const change = changes[node.name];
		const parameters = { ...node.parameters, ...change?.parameters };
		return { ...node, ...change, parameters };
	});
	return { ...example, nodes };
}

/** The example with some options of a node changed. */
export function withOptions(example: Example, node: string, options: INodeParameters): Example {
	const { parameters } = example.nodes.find(({ name }) => name === node) ?? {};
	const all = { ...Object(parameters?.options), ...options };
	return withNodes(example, { [node]: { parameters: { options: all } } });
}

/** The example with other values in its node **Settings**, by name. */
export function withSettings(
	example: Example,
	values: Record<string, string | number | boolean>,
): Example {
	const settings = example.nodes.find(({ name }) => name === 'Settings');
	const { assignments } = settingsSchema.parse(settings?.parameters.assignments);
	const changed = assignments.map((setting) => {
		return { ...setting, value: values[setting.name] ?? setting.value };
	});
	return withNodes(example, {
		Settings: { parameters: { assignments: { assignments: changed } } },
	});
}

const settingsSchema = z.custom<AssignmentCollectionValue>(
	(value) => value instanceof Object && 'assignments' in value,
);

/** The example with batches of this size, and without a long wait before one is repeated. */
export function withBatches(example: Example, batchSize: number): Example {
	const changed = withSettings(example, { batchSize, secondsBeforeRepeat: 1 });
	return withNodes(changed, { 'Run the batch': { waitBetweenTries: 1 } });
}
