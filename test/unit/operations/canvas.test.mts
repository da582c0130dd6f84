import { expect, it } from 'vitest';
import { earlyEnd, isConnected } from '../../../nodes/CustomerData/operations/canvas';
import { node } from '../../support/nodes.mts';

const STOP = 'n8n-nodes-base.stopAndError';
const SET = 'n8n-nodes-base.set';
const V1 = { executionOrder: 'v1' };

/** A node whose outputs lead to nodes, each as `name type x y`; the last output is that for errors. */
function contextOf(outputs: string[][], settings: object = V1) {
	const parsed = outputs.map((all) =>
		all.map((text) => {
			const [name = '', type = '', x, y] = text.split(' ');
			return { name, type: type === 'stop' ? STOP : SET, position: [Number(x), Number(y)] };
		}),
	);
	const nodes = Object.fromEntries(parsed.flat().map((one) => [one.name, one]));
	const main = parsed.map((all) => all.map(({ name }) => ({ node: name })));
	const workflow = { nodes, connectionsBySourceNode: { [node.name]: { main } }, settings };
	return { getNode: () => node, workflow };
}

it.each<[string, string[][], string[], number[]]>([
	['above one', [['create set 5 0'], [], [], ['end stop 5 -9']], ['create'], [0]],
	['above some', [['create set 5 0'], ['update set 5 9'], [], ['end stop 5 5']], ['update'], [1]],
	['left of one at the same height', [[], [], ['mark set 5 0'], ['end stop 4 0']], ['mark'], [2]],
])('finds a Stop and Error that stands %s', (_, outputs, below, indexes) => {
	const found = { name: 'end', below, outputs: new Set(indexes) };
	expect(earlyEnd(contextOf(outputs), 3)).toEqual(found);
});

const around = (nodes: object, links: object) => ({
	workflow: { nodes, settings: V1, connectionsBySourceNode: links },
});

it.each<[string, object]>([
	['below all', contextOf([['create set 5 0'], [], [], ['end stop 5 9']])],
	['that is none', contextOf([['create set 5 0'], [], [], ['mail set 5 -9']])],
	['where there is no other node', contextOf([[], [], [], ['end stop 5 -9']])],
	['in the order before v1', contextOf([['create set 5 0'], [], [], ['end stop 5 -9']], {})],
	['where n8n does not show the workflow', {}],
	['where it shows something else', { workflow: { nodes: {}, settings: {} } }],
	['where nothing is connected', around({}, {})],
	[
		'where it shows odd nodes',
		around(
			{ a: { name: 'a' }, b: { name: 'b', type: STOP, position: [] } },
			{ [node.name]: { main: [null, [null, { node: 'a' }, { node: 'x' }], [], [{ node: 'b' }]] } },
		),
	],
])('says nothing of one %s', (_, context) => {
	expect(earlyEnd({ getNode: () => node, ...context }, 3)).toBeUndefined();
});

it.each<[boolean, string, object]>([
	[true, 'where a node is there', contextOf([[], [], [], ['end stop 5 9']], {})],
	[false, 'where a node is only at another one', contextOf([['create set 5 0'], [], [], []])],
	[false, 'where n8n does not show the workflow', {}],
])('says %s to whether an output is connected %s', (is, _, context) => {
	expect(isConnected({ getNode: () => node, ...context }, 3)).toBe(is);
});
