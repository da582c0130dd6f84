import assert from 'node:assert/strict';
import type { INode, INodeParameters } from 'n8n-workflow';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample, type Example } from '../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { COLUMN_NAMES, expectedRows, TABLE_COLUMNS } from '../../harness/workflow/rows.mts';
import { workflow } from '../../harness/workflow/workflow.mts';
import { drag } from '../source/crm.mts';
import { NODES } from '../source/draw.mts';
import { comparable } from './asserts.mts';
import { test } from './crm.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');
const TABLE = 'Before';
const KEEPING = 'Keep the old values';
/** The row as it was, as n8n writes what is dragged from there. */
const READ = `$('${NODES.read}').item.json`;
const WRITTEN = [...COLUMN_NAMES, 'active'];

/** The recipe of examples/README.md: old values are kept, and put back. */
test('Undo puts back what one night updated, or all nights', async ({ scene, crm }) => {
	const { begin, change, customers, projectId, rest, run, service } = scene;
	begin(20);
	await crm.fill(expectedRows(service));
	await rest.createTable(projectId, TABLE, [{ name: 'row', type: 'number' }, ...TABLE_COLUMNS]);
	const found = async () => comparable(await crm.rows());
	const states: Row[][] = [];
	const night = async (changes: Record<number, Row>) => {
		states.push(await found());
		const before = new Date();
		for (const [index, fields] of Object.entries(changes)) change(Number(index), fields);
		assertSuccess(await run(keeping()));
		assert.notDeepEqual(await found(), states.at(-1));
		return before;
	};
	const undo = async (since: Date) => {
		const draft = undoingSince(since.toISOString());
		assertSuccess(await rest.run(await rest.createWorkflow(draft), MANUAL_TRIGGER.name));
	};

	const begun = new Date();
	await night({ 3: { Name: 'Once', City: null }, 4: { CreditLimit: 1 } });
	customers.remove(9);
	const second = await night({ 3: { Name: 'Twice', City: 'Ulm' }, 5: { Phone: '' } });
	const marked = (state: Row[] = []) =>
		state.map((row) => (row.code === 'C000010' ? { ...row, active: false } : row));
	await undo(second);
	assert.deepEqual(await found(), marked(states[1]));
	await undo(begun);
	assert.deepEqual(await found(), marked(states[0]));
});

/** The example with a node that keeps the rows as they were, above the one that updates them. */
function keeping(): Example {
	const old = valuesOf(WRITTEN, READ);
	const node: INode = {
		id: KEEPING,
		name: KEEPING,
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		position: [944, -400],
		parameters: inTable({
			operation: 'insert',
			columns: { ...old, value: { ...Object(old.value), row: `={{ ${READ}.id }}` } },
		}),
	};
	const text = JSON.stringify(EXAMPLE.connections);
	const link = `{"node":"${NODES.update}","type":"main","index":0}`;
	assert.ok(text.includes(link));
	const both = text.replace(link, `${link.replace(NODES.update, KEEPING)},${link}`);
	return { ...EXAMPLE, nodes: [...EXAMPLE.nodes, node], connections: JSON.parse(both) };
}

/** A workflow with a copy of the node that updates. */
function undoingSince(since: string) {
	const { type, typeVersion, parameters } =
		EXAMPLE.nodes.find(({ name }) => name === NODES.update) ?? assert.fail(NODES.update);
	const conditions = [{ keyName: 'createdAt', condition: 'gte', keyValue: since }];
	const filters = { conditions: [{ keyName: 'id', condition: 'eq', keyValue: drag('row') }] };
	return workflow('Undo', [
		MANUAL_TRIGGER,
		{
			name: 'Read the old values',
			type,
			typeVersion,
			parameters: inTable({
				operation: 'get',
				matchType: 'allConditions',
				filters: { conditions },
				returnAll: true,
				orderBy: true,
			}),
		},
		{
			name: NODES.update,
			type,
			typeVersion,
			parameters: { ...parameters, filters, columns: valuesOf(WRITTEN) },
		},
	]);
}

function inTable(parameters: INodeParameters): INodeParameters {
	return { dataTableId: { __rl: true, mode: 'name', value: TABLE }, ...parameters };
}

/** Drags each from there. */
function valuesOf(names: string[], from = '$json'): INodeParameters {
	const value = Object.fromEntries(names.map((name) => [name, `={{ ${from}.${name} }}`]));
	return { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
}
