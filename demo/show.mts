import assert from 'node:assert/strict';
import { assertSuccess, outputsOf } from '../harness/n8n/execution.mts';
import type { Workflow } from '../harness/n8n/rest.mts';
import type { Scene } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import { triggerOf, type Example } from '../harness/workflow/examples.mts';
import { publish } from '../harness/workflow/polling.mts';
import { expectedRows, TABLE_COLUMNS, TABLE_NAME } from '../harness/workflow/rows.mts';
import { COMPARING, FILLING, FOLLOWING, FOLLOWING_TABLE, IN_STEP } from './workflows.mts';

type Tools = Pick<ScriptTools, 'report' | 'signal'>;

/** Fills a table with each of the workflows, as a user would, and tells what came of it. */
export async function showWorkflows(scene: Scene, tools: Tools) {
	// First, because the start page has the latest on top, and this is not the one to start with.
	const { following, hasSaved } = await follow(scene, tools);
	const inStep = await keepInStep(scene, tools);
	await hasSaved();
	return { inStep, following };
}

/** Executes the workflow until nothing is left to do. */
async function keepInStep(scene: Scene, { report }: Tools): Promise<Workflow> {
	const { rest, service } = scene;
	const rows = await tableNamed(TABLE_NAME, scene);
	const workflow = await rest.createWorkflow(IN_STEP);
	const execute = async ({ nodes }: Example) => {
		const start = performance.now();
		const saved = await rest.saveWorkflow(workflow, { nodes });
		const execution = await rest.run(saved, triggerOf(IN_STEP));
		assertSuccess(execution);
		const counts = outputsOf(execution, COMPARING).map(({ length }) => length);
		return { counts, seconds: ((performance.now() - start) / 1000).toFixed(1) };
	};
	report(`"${IN_STEP.name}", with the empty table "${TABLE_NAME}" as the CRM:`);
	const expected = expectedRows(service);
	const first = await execute(FILLING);
	assert.deepEqual(await rows(), expected, 'The table does not have each customer once');
	report(
		`  1st execution, with Max Created (%) at 100: ${expected.length} created (${first.seconds} s)`,
	);
	const second = await execute(IN_STEP);
	assert.deepEqual(second.counts, [0, 0, 0, 0], 'Something is left to do');
	report(`  2nd execution, with Max Created (%) at 20: nothing left to do (${second.seconds} s)`);
	return workflow;
}

/** Publishes the workflow; returns how to wait until its first execution has saved everybody. */
async function follow(scene: Scene, { report, signal }: Tools) {
	const { rest, service } = scene;
	const rows = await tableNamed(FOLLOWING_TABLE, scene);
	const following = await publish(rest, FOLLOWING);
	const hasSaved = async () => {
		const expected = expectedRows(service);
		const isFull = async () => (await rows()).length >= expected.length;
		const failure = 'The published workflow did not save all customers';
		await waitFor(isFull, { failure, withinMs: 120_000, everyMs: 500, signal });
		assert.deepEqual(await rows(), expected, 'The table does not have each customer once');
		report(`"${FOLLOWING.name}", with the table "${FOLLOWING_TABLE}":
  Published: ${expected.length} saved. Now it looks for changes every minute.`);
	};
	return { following, hasSaved };
}

/** Creates a table; returns how to read its rows. */
async function tableNamed(name: string, { rest, projectId }: Scene) {
	const id = await rest.createTable(projectId, name, TABLE_COLUMNS);
	return async () => {
		const rows = await rest.rows(projectId, id);
		return rows.map(({ id: _, createdAt, updatedAt, ...row }) => row);
	};
}
