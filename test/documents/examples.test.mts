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

/** What people read without scrolling. */
const LONGEST_LINE = 200;

/** In n8n's units; a node is 96 wide, and has its name below it. */
const ROOM = { x: 160, y: 120 };

describe('the examples', () => {
	it.each(writers.map((node) => ({ node, name: `${node.workflow}: ${node.name}` })))(
		'continue after a customer that is refused in $name',
		({ node: { onError } }) => {
			expect(['continueRegularOutput', 'continueErrorOutput']).toContain(onError);
		},
	);

	it.each(examples.filter(({ name }) => !/batches|workers/.test(name)))(
		'are drawn without code in $name',
		({ nodes }) => {
			const placed = nodes.filter(({ type }) => !type.endsWith('stickyNote'));
			expect(placed.filter(({ type }) => type.endsWith('.code'))).toEqual([]);
			expect(placed.length).toBeLessThanOrEqual(12);
			const texts = placed.map(({ parameters }) => JSON.stringify(parameters));
			const expressions = texts.flatMap((text) =>
				[...text.matchAll(/\{\{ (.+?) \}\}/g)].map(([, expression = '']) => expression),
			);
			expect(expressions.filter(({ length }) => length > LONGEST_LINE)).toEqual([]);
		},
	);

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

function at({ position }: INode, axis: number): number {
	return position[axis] ?? 0;
}
