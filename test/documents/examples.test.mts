import { readdirSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, readExample } from '../../harness/workflow/examples.mts';

const examples = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map(readExample);

const all = examples.flatMap(({ name: workflow, nodes }) =>
	nodes.map((node) => ({ ...node, workflow })),
);

/** A query is about all customers at once. */
const writers = all.filter(
	({ name, parameters: { operation } }) =>
		/^(Save|Create|Update|Mark|Delete|Write the code)\b/.test(name) && operation !== 'executeQuery',
);

/** What the code of nodes with one name says, where it does not depend on the workflow. */
const SHARED = ['Check the codes', 'With a code'];

/** How nodes name whom they left out; batches name them in two nodes. */
const NAMING = /^const groups = [^]+?^const names = .+$/m;

/** In n8n's units; a node is 96 wide, and has its name below it. */
const ROOM = { x: 160, y: 120 };

describe('the examples', () => {
	it.each(writers.map((node) => ({ node, name: `${node.workflow}: ${node.name}` })))(
		'continue after a customer that is refused in $name',
		({ node: { onError } }) => {
			expect(['continueRegularOutput', 'continueErrorOutput']).toContain(onError);
		},
	);

	it.each(SHARED)('do the same in each node named %s', (name) => {
		const parameters = all.filter((node) => node.name === name).map(asText);
		expect(parameters.length).toBeGreaterThan(1);
		expect(new Set(parameters).size).toBe(1);
	});

	it('name whoever is left out in the same way', () => {
		const shared = all.flatMap(({ parameters: { jsCode } }) => NAMING.exec(String(jsCode)) ?? []);
		expect(shared.length).toBeGreaterThan(1);
		expect(new Set(shared).size).toBe(1);
	});

	it.each(examples)('leave room between the nodes of $name', ({ nodes }) => {
		const placed = nodes.filter(({ type }) => !type.endsWith('stickyNote'));
		const near = placed.flatMap((one, index) =>
			placed.slice(index + 1).filter((other) => {
				const [dx, dy] = [0, 1].map((axis) => Math.abs(at(one, axis) - at(other, axis)));
				return Number(dx) < ROOM.x && Number(dy) < ROOM.y;
			}),
		);
		expect(near.map(({ name }) => name)).toEqual([]);
	});

	it.each(examples)('connect only nodes that $name has', ({ nodes, connections }) => {
		const names = nodes.map(({ name }) => name);
		const linked = JSON.stringify(connections).matchAll(/"node":"(.+?)"/g);
		expect(names).toEqual(expect.arrayContaining(Object.keys(connections)));
		expect(names).toEqual(expect.arrayContaining([...linked].map(([, name]) => name)));
	});
});

function asText({ parameters }: INode): string {
	// n8n gives each condition an ID of its own.
	return JSON.stringify(parameters).replaceAll(/"id":".+?",/g, '');
}

function at({ position }: INode, axis: number): number {
	return position[axis] ?? 0;
}
