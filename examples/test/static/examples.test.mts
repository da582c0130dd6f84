import type { INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { exampleFiles, readExample } from '../../../harness/workflow/examples.mts';
import { STEPS } from '../../source/draw.mts';

const examples = exampleFiles().map(readExample);

const all = examples.flatMap(({ name: workflow, nodes }) =>
	nodes.map((node) => ({ ...node, workflow })),
);

/** A query is about all customers at once. */
const writers = all.filter(
	({ name, parameters: { operation } }) =>
		/^(Save|Create|Update|Mark|Delete)\b/.test(name) && operation !== 'executeQuery',
);

/** For large lists, which only code can handle. */
const isLarge = ({ name }: { name: string }) => /batches|workers/.test(name);
const drawn = examples.filter((example) => !isLarge(example));

const isComparing = ({ parameters: { operation } }: INode) =>
	operation === 'compare' || operation === 'report';
const comparing = drawn.filter(({ nodes }) => nodes.some(isComparing));

/** What people read without scrolling. */
const LONGEST_LINE = 150;
const MOST_LINES = 5;
const MOST_NODES = 9;

/** In n8n's units; a node is 96 wide, and has its name below it. */
const ROOM = { x: 160, y: 120 };

/** What n8n writes when a field is dragged, alone or into text; perhaps made text, perhaps with text for nothing. */
const DRAGGED =
	/^(\$json(?:\.\w+|\[['"][^'"]+['"]\])+?)(?:\??\.toString\(\))?(?: \?\? (?:''|\1))?$/;
/** What was entered in another node. */
const ENTERED = String.raw`\$\('[^']+'\)\.params\.\w+`;
/** A row that is ready, perhaps without a field. */
const ROW = String.raw`\$json(?:\.removeField\((?:${ENTERED}|'\w+')\))?`;
/** Such rows, and what was entered. Pages are counted. */
const READY = new RegExp(
	String.raw`^(?:${ROW}|\{ data: ${ROW} \}|\$json\[${ENTERED}\]|${ENTERED}|\$pageCount \+ 1)$|\$response\.body`,
);
/** What a box takes that would keep the word as text. */
const CONSTANT = /^(true|false|\d+)$/;
/** These write a sentence. */
const TELLING = /\.(stopAndError|emailSend)$/;

describe('the examples', () => {
	it.each(writers.map((node) => ({ node, name: `${node.workflow}: ${node.name}` })))(
		'continue after a customer that is refused in $name',
		({ node: { onError } }) => {
			expect(['continueRegularOutput', 'continueErrorOutput']).toContain(onError);
		},
	);

	it.each(drawn)('are drawn without code in $name', ({ nodes }) => {
		const placed = placedOf(nodes);
		expect(placed.filter(({ type }) => /\.(code|switch)$/.test(type))).toEqual([]);
		expect(placed.length).toBeLessThanOrEqual(MOST_NODES);
		expect(expressionsOf(placed).filter(({ length }) => length > LONGEST_LINE)).toEqual([]);
	});

	it.each(comparing)('take dragged fields, and no other expression, in $name', ({ nodes }) => {
		const saving = placedOf(nodes).filter(({ type }) => !TELLING.test(type));
		const others = expressionsOf(saving).filter(
			(expression) => ![DRAGGED, CONSTANT, READY].some((allowed) => allowed.test(expression)),
		);
		expect(others).toEqual([]);
	});

	it.each(comparing)('compare also with a CRM that is empty, and say so, in $name', (example) => {
		const { nodes, connections } = example;
		const [compare] = nodes.filter(isComparing);
		const before = nodes.filter(({ name }) => {
			return JSON.stringify(connections[name] ?? '').includes(`"node":"${compare?.name}"`);
		});
		expect(before.map(({ alwaysOutputData }) => alwaysOutputData)).toEqual([true]);
		expect(compare).not.toHaveProperty('onError');
		expect(compare).not.toHaveProperty('alwaysOutputData');
		expect(compare).not.toHaveProperty('executeOnce');
	});

	it.each(drawn)('say at most five lines, and link to the steps, in $name', ({ nodes }) => {
		const notes = nodes
			.filter(({ type }) => type.endsWith('stickyNote'))
			.map(({ parameters: { content } }) => String(content));
		const long = notes.filter((note) => note.split('\n').length > MOST_LINES);
		expect(long).toEqual([]);
		const links = notes.flatMap((note) => note.match(/https?:[^)\s]+/g) ?? []);
		expect(links.filter((link) => link !== STEPS)).toEqual([]);
		expect(links.length > 0).toBe(/\bCRM\b|Sheets|step|differs/.test(String(notes[0])));
	});

	it.each(examples)('leave room between the nodes of $name', ({ nodes }) => {
		const placed = placedOf(nodes);
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
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(expect.arrayContaining(Object.keys(connections)));
		expect(names).toEqual(expect.arrayContaining([...linked].map(([, name]) => name)));
	});
});

function placedOf(nodes: INode[]): INode[] {
	return nodes.filter(({ type }) => !type.endsWith('stickyNote'));
}

function expressionsOf(nodes: INode[]): string[] {
	const texts = nodes.flatMap(({ parameters }) => textsIn(parameters));
	return texts
		.filter((text) => text.startsWith('='))
		.flatMap((text) => [...text.matchAll(/\{\{ ([\s\S]+?) \}\}/g)])
		.map(([, expression = '']) => expression);
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return value instanceof Object ? Object.values(value).flatMap(textsIn) : [];
}

function at({ position }: INode, axis: number): number {
	return position[axis] ?? 0;
}
