import { CHANGES, Changes } from './changes.mts';
import { eventually } from '../test/harness/script/waitFor.mts';
import { followingWorkflow, type PollTimes } from './followingWorkflow.mts';
import type { Row, Workflow } from '../test/harness/n8n/rest.mts';
import type { Stage } from '../test/harness/sandbox.mts';
import { expectedRows, isRight } from './synchronisation.mts';

/** Every quarter of a minute; n8n allows each poll time once a minute. */
export const OFTEN: PollTimes = [0, 15, 30, 45].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/**
 * Makes the second example workflow and publishes it. When this resolves, its first poll is over:
 * from now on the table follows the service.
 */
export async function follow(
	{ rest, credential }: Stage,
	tableId: string,
	often: boolean,
): Promise<Workflow> {
	const draft = followingWorkflow(credential, tableId, often ? OFTEN : undefined);
	const workflow = await rest.createWorkflow(draft);
	await rest.activate(workflow);
	// n8n publishes in the background, and stores what the first poll found at the end of it.
	await until('publish the second workflow', async () => await rest.hasStaticData(workflow));
	return workflow;
}

/** Adds, changes and removes a customer in the service, and waits till the table has followed. */
export async function showFollowing(
	stage: Stage,
	tableId: string,
	report: (line: string) => void,
): Promise<void> {
	const changes = new Changes(stage.service);
	for (const change of CHANGES) report(`  ${changes.make(change)}`);
	const start = Date.now();
	await until('bring the table in step with the service', () => isInStep(stage, tableId));
	report(`The table followed after ${Math.round((Date.now() - start) / 1000)} s.`);
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
	const failure = `n8n did not ${what} within three minutes.`;
	await eventually(condition, { failure, withinMs: 180_000, everyMs: 1_000 });
}

async function isInStep({ service, rest, projectId }: Stage, tableId: string): Promise<boolean> {
	const rows = new Map(
		(await rest.rows(projectId, tableId)).map((row): [unknown, Row] => [row.code, row]),
	);
	const expected = expectedRows(service);
	return rows.size === expected.length && expected.every((row) => isRight(rows.get(row.code), row));
}
