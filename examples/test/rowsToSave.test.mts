import assert from 'node:assert/strict';
import type { INodeParameters } from 'n8n-workflow';
import { describe } from 'vitest';
import { assertSuccess, outputsOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { withNodes, withOptions, type Example } from '../../harness/workflow/examples.mts';
import { test } from './crm.mts';
import { expectedIn } from './inStep.mts';
import { COMPARING } from './target.mts';
import { withText } from './withText.mts';

/** What users choose in the nodes that save: a match, and that all is mapped. */
const CHOSEN: Record<string, { create: INodeParameters; update: INodeParameters }> = {
	'Data Table': {
		create: { ...mapped(), ...foundBy('code') },
		update: { ...mapped(), ...foundBy('id') },
	},
	'PostgreSQL or Supabase': { create: mapped(), update: mapped('id') },
	'MySQL or MariaDB': {
		create: { dataMode: 'autoMapInputData' },
		update: { dataMode: 'autoMapInputData', columnToMatchOn: 'id' },
	},
	NocoDB: {
		create: { dataToSend: 'autoMapInputData' },
		update: { dataToSend: 'autoMapInputData', id: '={{ $json.id }}' },
	},
	'A CRM without a node': {
		create: { specifyBody: 'json', jsonBody: '={{ $json }}' },
		update: { specifyBody: 'json', jsonBody: "={{ $json.removeField('id') }}" },
	},
};

function mapped(...matchingColumns: string[]): INodeParameters {
	return { columns: { mappingMode: 'autoMapInputData', value: {}, schema: [], matchingColumns } };
}

function foundBy(keyName: string): INodeParameters {
	return { filters: { conditions: [{ keyName, keyValue: `={{ $json.${keyName} }}` }] } };
}

/** The drawing with rows that are saved without a mapping, the updated and the removed ones by one node. */
function withRowsToSave(drawing: Example, { create, update }: (typeof CHOSEN)[string]): Example {
	const direct = withText(drawing, (text) => text.replaceAll('$json.input.id', '$json.id'));
	const example = withNodes(direct, {
		[COMPARING]: { parameters: { output: 'rows', idField: 'id' } },
		'Create in CRM': { parameters: create },
		'Update in CRM': { parameters: update },
	});
	const updating = [{ node: 'Update in CRM', type: 'main', index: 0 }];
	const [created, , , heldBack] = Object(example.connections[COMPARING]).main;
	return {
		...example,
		nodes: example.nodes.filter(({ name }) => name !== 'Mark inactive'),
		connections: {
			...example.connections,
			[COMPARING]: { main: [created, updating, updating, heldBack] },
		},
	};
}

/** What was output, by the codes of the rows. */
function eventsIn(execution: Execution): string[] {
	assertSuccess(execution);
	const outputs = outputsOf(execution, COMPARING).slice(0, 3);
	return outputs.flatMap((rows, output) =>
		rows.map(({ fields, ...row }) => {
			const { code } = Object(fields ?? row);
			return `${['created', 'updated', 'removed'][output]} ${code}`;
		}),
	);
}

describe.each(Object.entries(CHOSEN))('Rows to save, in %s', (name, chosen) => {
	test.override('crmName', name);

	test('fill it, change and clear what differs, mark and bring back, and then rest', async ({
		scene,
		crm,
		inStep,
	}) => {
		const { change, customers, run } = scene;
		const example = withRowsToSave(inStep.example, chosen);
		const assertStep = async (events: string[], draft = example, wanted = expectedIn(scene)) => {
			assert.deepEqual(eventsIn(await run(draft)).sort(), events.toSorted());
			await inStep.assertRows(wanted);
			const before = await crm.rows();
			assert.deepEqual(eventsIn(await run(example)), []);
			assert.deepEqual(await crm.rows(), before);
		};
		await crm.fill([]);
		const created = customers.page(0, 60).map(({ Code }) => `created ${String(Code)}`);
		await assertStep(created, withOptions(example, COMPARING, { maxCreated: 100 }));

		const [first, , third, ...others] = expectedIn(scene);
		const byHand = { ...third, code: 'HAND', company: 'By hand', phone: '+1 999', email: null };
		await inStep.fillBeside([
			{ ...first, company: 'By hand', creditLimit: 1, owner: 'Kim' },
			...others,
			byHand,
		]);
		change(9, { City: '', Phone: null, CreditLimit: null });
		const wanted = expectedIn(scene).map((row, index) =>
			index === 0 ? { ...row, owner: 'Kim' } : row,
		);
		const events = ['created 1000', 'created C000002', 'updated 000042', 'updated C000010'];
		await assertStep([...events, 'removed HAND'], example, [
			...wanted,
			{ ...byHand, active: false },
		]);

		const [removed = {}] = customers.page(7, 1);
		customers.remove(7);
		const { Code } = removed;
		const withMark = (row: Row) => (row.code === Code ? { ...row, active: false } : row);
		const all = [...wanted, { ...byHand, active: false }];
		await assertStep([`removed ${Code}`], example, all.map(withMark));
		customers.insert(removed, 7);
		await assertStep([`updated ${Code}`], example, all);
	});
});
