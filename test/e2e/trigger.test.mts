import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chain } from '../harness/workflow/workflow.mts';
import { Cleanup } from '../harness/script/cleanup.mts';
import { OFTEN } from '../../demo/following.mts';
import { outputOf } from '../harness/n8n/execution.mts';
import { installN8n } from '../harness/install/install.mts';
import { startN8n, type RunningN8n } from '../harness/n8n/n8n.mts';
import { packPackage } from '../harness/install/package.mts';
import { N8nRest, type Account, type Workflow } from '../harness/n8n/rest.mts';
import { startService, type RunningService } from '../../service/server.mts';
import { customerDataTrigger } from './support/workflows.mts';

const TRIGGER = 'Customer Data Trigger';
const ACCOUNT: Account = { email: 'test@example.com', password: 'Test1-password' };
const POLLS = { timeout: 100_000, interval: 1_000 };

const cleanup = new Cleanup();
let folder: string;
let service: RunningService;
let n8n: RunningN8n;
let rest: N8nRest;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'customer-data-trigger-'));
	cleanup.add(() => rm(folder, { recursive: true, force: true }));
	service = await startService({ sizes: { customers: 120 } });
	cleanup.add(() => service.close());
	await start(await packPackage(folder));
	await rest.setUpOwner(ACCOUNT);
});

afterAll(async () => await cleanup.run());

it('tells what is new, changed and gone once each, also across a restart of n8n', async () => {
	const workflow = await publish(['created', 'updated', 'removed']);
	expect(await told(workflow)).toEqual([]);

	const { GetCustomers: customers } = service.lists;
	customers.insert({ Code: 'NEW', Name: 'New customer' });
	customers.upsert(1, { ...customers.at(1), Name: 'New name' });
	customers.remove(0);
	await expect.poll(() => told(workflow), POLLS).toEqual(['updated C000002', 'created NEW']);

	await n8n.stop();
	await start();
	await rest.signIn(ACCOUNT);
	const all = ['updated C000002', 'created NEW', 'removed C000001'];
	await expect.poll(() => told(workflow), POLLS).toEqual(all);
	await pollOnceMore();
	expect(await told(workflow)).toEqual(all);
	await rest.deactivate(workflow);
});

it('runs without items when records came and went that it was not to tell', async () => {
	const workflow = await publish(['updated']);
	service.lists.GetCustomers.insert({ Code: 'UNTOLD' });
	await expect.poll(() => rest.executionIds(workflow), POLLS).toHaveLength(1);
	expect(await told(workflow)).toEqual([]);
	await rest.deactivate(workflow);
});

/** The first time with the package; from then on it is in the folder. */
async function start(tarball?: string): Promise<void> {
	const installation = await installN8n();
	const userFolder = join(folder, 'n8n');
	const logFile = join(folder, 'n8n.log');
	n8n = await startN8n({ installation, userFolder, logFile, ...(tarball && { tarball }) });
	const { stop } = n8n;
	cleanup.add(stop);
	rest = new N8nRest(n8n.url);
}

async function publish(events: string[]): Promise<Workflow> {
	const { baseUrl, apiKey, companyId } = service;
	const credential = await rest.createCredential({
		name: 'Customer Data account',
		type: 'customerDataApi',
		data: { baseUrl, apiKey, companyId },
	});
	const trigger = customerDataTrigger(credential, events, { pollTimes: { item: OFTEN } });
	const workflow = await rest.createWorkflow(chain(`Tell ${events.join(', ')}`, trigger));
	await rest.activate(workflow);
	await expect.poll(() => rest.hasStaticData(workflow), POLLS).toBe(true);
	return workflow;
}

/** Event and key of every item that the trigger put out. */
async function told(workflow: Workflow): Promise<string[]> {
	const items: string[] = [];
	for (const id of await rest.executionIds(workflow)) {
		const execution = await rest.finished(id);
		expect(execution.status).toBe('success');
		for (const { json } of outputOf(execution, TRIGGER)) {
			items.push(`${String(json.event)} ${String(json.key)}`);
		}
	}
	return items;
}

async function pollOnceMore(): Promise<void> {
	const before = service.requests.length;
	await expect.poll(() => service.requests.length, POLLS).toBeGreaterThan(before + 2);
	await new Promise((resolve) => setTimeout(resolve, 1_000));
}
