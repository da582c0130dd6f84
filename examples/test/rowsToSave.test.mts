import assert from 'node:assert/strict';
import { describe } from 'vitest';
import { assertSuccess, outputsOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { withNodes, withOptions, type Example } from '../../harness/workflow/examples.mts';
import { isDrawn } from '../source/crm.mts';
import { CRMS } from '../source/crms.mts';
import { NODES } from '../source/draw.mts';
import { test } from './crm.mts';
import { expectedIn } from './inStep.mts';
import { COMPARING } from './target.mts';

/** The drawing with rows that one node saves, the updated and the removed ones. */
function withOneUpdate(drawing: Example): Example {
	const updating = [{ node: NODES.update, type: 'main', index: 0 }];
	const [created, , , heldBack] = Object(drawing.connections[COMPARING]).main;
	return {
		...drawing,
		nodes: drawing.nodes.filter(({ name }) => name !== NODES.remove),
		connections: {
			...drawing.connections,
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

const drawn = CRMS.filter(isDrawn).filter(({ saves, tried }) => saves && tried === 'real');

describe.each(drawn.map(({ name }) => name))('Rows to save, in %s', (name) => {
	test.override('crmName', name);

	test('fill it, change and clear what differs, mark and bring back, and then rest', async ({
		scene,
		crm,
		inStep,
	}) => {
		const { change, customers, run } = scene;
		const example = withOneUpdate(inStep.example);
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

	test('follow Fields to Compare alone, where a field is added, and where one is taken away', async ({
		scene,
		crm,
		inStep: { example, filling, assertRows },
	}) => {
		const { change, customers, run } = scene;
		await crm.fill([]);
		// False is equal to nothing, so this city would not be added.
		change(5, { City: 'Ulm' });
		assertSuccess(await run(withoutField(filling, 'City')));
		await assertRows(expectedIn(scene).map((row) => ({ ...row, city: null })));
		const { length } = expectedIn(scene).filter(({ city }) => city !== null);
		assert.equal(eventsIn(await run(example)).length, length);
		await assertRows(expectedIn(scene));

		const before = expectedIn(scene);
		change(3, { City: 'Elsewhere', Name: 'Another' });
		const code = String(customers.at(3)?.Code);
		assert.deepEqual(eventsIn(await run(withoutField(example, 'City'))), [`updated ${code}`]);
		await assertRows(
			before.map((row) => (row.code === code ? { ...row, company: 'Another' } : row)),
		);
	});
});

/** With one line less in **Fields to Compare**. */
function withoutField(example: Example, name: string): Example {
	const { parameters } = example.nodes.find((node) => node.name === COMPARING) ?? {};
	const lines: Array<{ field: string }> = Object(parameters?.compareFields).pairs;
	const pairs = lines.filter(({ field }) => field !== name);
	return withNodes(example, { [COMPARING]: { parameters: { compareFields: { pairs } } } });
}
