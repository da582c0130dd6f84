import { readFile } from 'node:fs/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import type { Workflow, WorkflowDraft } from '../harness/n8n/rest.mts';
import { customerDataTrigger, TRIGGER_NAME } from '../harness/workflow/nodes.mts';
import { OFTEN, publish } from '../harness/workflow/polling.mts';
import { workflow } from '../harness/workflow/workflow.mts';
import { Canvas } from './pages/canvas.mts';
import { Executions } from './pages/executions.mts';
import { useEditor } from './support/editor.mts';
import { runsOf } from './support/runs.mts';

const POLLS = { timeout: 60_000, interval: 500 };

const { n8n, credential, page, service } = useEditor({ sizes: { customers: 120, suppliers: 20 } });

it('emits nothing while half of the list is gone, and says why', async () => {
	const watching = await watch({ events: ['created', 'updated', 'removed'] });
	const customers = service().lists.GetCustomers;
	const gone = customers.page(60, 60);
	customers.remove(60, 60);
	await expect.poll(() => n8n.executionIds(watching), POLLS).not.toEqual([]);

	const executions = await Executions.open(page(), watching);
	expect(await executions.statuses()).toContain('error');
	const { output } = await executions.openNode(TRIGGER_NAME);
	const message = "60 of 120 records are gone, more than 'Max Removals (%)' allows (20%)";
	expect(await output.errorMessage.innerText()).toBe(message);
	expect(await output.errorDescription.innerText()).toContain("raise 'Max Removals (%)'");

	for (const record of gone) customers.insert(record);
	insertCustomer('NEXT');
	const emitted = async () => [...new Set((await runsOf(n8n, watching)).flat())];
	await expect.poll(emitted, POLLS).toEqual([message, 'created NEXT']);
});

it('spreads 35 changes over four runs with a maximum of ten events, and logs each poll', async () => {
	const suppliers = { resource: 'other', operationName: 'GetSuppliers' };
	const watching = await watch({ ...suppliers, options: { maxEvents: 10 } });
	const list = service().lists.GetSuppliers;
	for (let index = 0; index < 20; index++) list.upsert(index, { ...list.at(index), City: 'Kiel' });
	for (let count = 0; count < 15; count++) list.insert(list.makeAnother());

	const changes = list.page(0, 35).map(({ Code }, index) => {
		return `${index < 20 ? 'updated' : 'created'} ${String(Code)}`;
	});
	const runs = [0, 10, 20, 30].map((start) => changes.slice(start, start + 10));
	await expect.poll(() => runsOf(n8n, watching), POLLS).toEqual(runs);
	const log = await readFile(inject('surroundings').logFile, 'utf8');
	expect(
		log.match(/records: 35, requests: 1, retries: 0, seconds: \d\.\d, events: 10, /g),
	).toHaveLength(3);
});

it('loses and repeats no change when you rename the trigger', async () => {
	const { canvas, watching } = await openWatch({});
	await canvas.publish();
	expect(await canvas.activationDialog.innerText()).toContain('The first poll remembers');
	await canvas.closeActivationDialog();
	insertCustomer('BEFORE');
	const emitted = async () => (await runsOf(n8n, watching)).flat();
	await expect.poll(emitted, POLLS).toEqual(['created BEFORE']);

	await canvas.rename(TRIGGER_NAME, 'When customers change');
	await canvas.publish(() => insertCustomer('MEANWHILE'));
	await canvas.published();
	insertCustomer('AFTER');
	const all = ['created BEFORE', 'created MEANWHILE', 'created AFTER'];
	await expect.poll(emitted, POLLS).toEqual(all);

	const executions = await Executions.open(page(), watching);
	const { output } = await executions.openNode('When customers change');
	expect(await output.itemCount()).toBe('1 item');
	expect(await output.hints.count()).toBe(0);
});

it('refuses to be published with a field that two customers far apart share', async () => {
	const customers = service().lists.GetCustomers;
	const { Email } = customers.at(10) ?? {};
	customers.upsert(110, { ...customers.at(110), Email });
	const { canvas } = await openWatch({ keyField: { __rl: true, mode: 'name', value: 'Email' } });
	await canvas.publish();
	await expect
		.poll(() => canvas.notification.innerText(), POLLS)
		.toContain(
			`'Email' does not identify a record: two different records, at offsets 10 and 110, share "${String(Email)}"`,
		);
});

/** A published workflow that watches customers by their code. */
async function watch(parameters: Record<string, unknown>): Promise<Workflow> {
	const watching = await publish(n8n, draftOf(parameters));
	onTestFinished(() => n8n.deactivate(watching));
	return watching;
}

/** The same, not published yet, but open in the editor. */
async function openWatch(parameters: Record<string, unknown>) {
	const watching = await n8n.createWorkflow(draftOf(parameters));
	onTestFinished(() => n8n.deactivate(watching));
	return { watching, canvas: await Canvas.open(page(), watching) };
}

function insertCustomer(Code: string): void {
	const customers = service().lists.GetCustomers;
	customers.insert({ ...customers.makeAnother(), Code });
}

function draftOf(parameters: Record<string, unknown>): WorkflowDraft {
	const trigger = customerDataTrigger(credential(), { ...parameters, pollTimes: OFTEN });
	return workflow('What changed', [trigger]);
}
