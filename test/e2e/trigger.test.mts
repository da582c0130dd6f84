import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startN8n } from '../harness/n8n/n8n.mts';
import { N8nRest, type Workflow } from '../harness/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import { Cleanup } from '../harness/script/cleanup.mts';
import { customerDataTrigger } from '../harness/workflow/nodes.mts';
import { OFTEN, publish } from '../harness/workflow/polling.mts';
import { workflow } from '../harness/workflow/workflow.mts';
import { runsOf } from './support/runs.mts';

const POLLS = { timeout: 100_000, interval: 1_000 };

const cleanup = new Cleanup();
let userFolder: string;
let sandbox: Sandbox;

beforeAll(async () => {
	const workspace = await mkdtemp(join(tmpdir(), 'customer-data-trigger-'));
	cleanup.add(() => rm(workspace, { recursive: true, force: true }));
	userFolder = join(workspace, 'n8n');
	const service = { sizes: { customers: 120 } };
	const { signal } = new AbortController();
	const tools = { workspace, cleanup, report: console.log, signal };
	sandbox = await startSandbox({ ...tools, userFolder, service });
});

afterAll(async () => await cleanup.run());

it('emits each new, changed and removed record once, even after n8n restarts', async () => {
	const watching = await watch(['created', 'updated', 'removed']);
	expect(await emitted(watching)).toEqual([]);

	const { GetCustomers: customers } = sandbox.service.lists;
	customers.insert({ Code: 'NEW', Name: 'New customer' });
	customers.upsert(1, { ...customers.at(1), Name: 'New name' });
	customers.remove(0);
	await expect.poll(() => emitted(watching), POLLS).toEqual(['updated C000002', 'created NEW']);

	await restart();
	const all = ['updated C000002', 'created NEW', 'removed C000001'];
	await expect.poll(() => emitted(watching), POLLS).toEqual(all);
	await pollOnceMore();
	expect(await emitted(watching)).toEqual(all);
	await sandbox.rest.deactivate(watching);
});

it('starts an execution with no items when only other events happened', async () => {
	const watching = await watch(['updated']);
	sandbox.service.lists.GetCustomers.insert({ Code: 'UNWATCHED' });
	await expect.poll(() => sandbox.rest.executionIds(watching), POLLS).toHaveLength(1);
	expect(await emitted(watching)).toEqual([]);
	await sandbox.rest.deactivate(watching);
});

async function restart(): Promise<void> {
	const { n8n: before, installation, account } = sandbox;
	await before.stop();
	const { logFile } = before;
	const n8n = await startN8n({ installation, userFolder, logFile, cleanup });
	const rest = new N8nRest(n8n.url);
	await rest.signIn(account);
	sandbox = { ...sandbox, n8n, rest };
}

async function watch(events: string[]): Promise<Workflow> {
	const { rest, credential } = sandbox;
	const trigger = customerDataTrigger(credential, { events, pollTimes: OFTEN });
	return await publish(rest, workflow(`Watch for ${events.join(', ')}`, [trigger]));
}

async function emitted(watching: Workflow): Promise<string[]> {
	return (await runsOf(sandbox.rest, watching)).flat();
}

async function pollOnceMore(): Promise<void> {
	const { requests } = sandbox.service;
	const before = requests.length;
	await expect.poll(() => requests.length, POLLS).toBeGreaterThan(before + 2);
	await sleep(1_000);
}
