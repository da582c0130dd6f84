import { test as base, type BrowserContext } from '@playwright/test';
import { z } from 'zod';
import { expectedRows } from '../../demo/synchronisation.mts';
import { startService, type RunningService, type ServiceOptions } from '../../service/server.mts';
import { credentialFor } from '../harness/n8n/credential.mts';
import {
	N8nRest,
	type Credential,
	type Session,
	type WorkflowDraft,
} from '../harness/n8n/rest.mts';
import type { Postgres } from '../harness/servers/postgres.mts';
import { createCrmTable, type CrmTable } from './crmTable.mts';
import { canvasOn, type Canvas } from './pages/canvas.mts';
import { nodeOn, type NodeDetails } from './pages/node.mts';
import { panelOn, type NodePanel } from './pages/panel.mts';

/** What runs while the tests do. */
export interface Surroundings {
	/** The URL of n8n. */
	url: string;
	/** Shared by all tests, because n8n limits sign-ins per minute. */
	session: Session;
	/** What n8n wrote to its log. */
	logFile: string;
	/** A server for what stands in for a CRM. */
	postgres: Postgres;
}

interface WorkerFixtures {
	surroundings: Surroundings;
	n8n: N8nRest;
	signedIn: BrowserContext;
}

interface TestFixtures {
	/** How long the service's lists are. */
	sizes: ServiceOptions['sizes'];
	service: RunningService;
	/** A credential that the service accepts. */
	credential: Credential;
	/** The table that stands in for the CRM, as the examples would fill it. */
	table: CrmTable;
	canvas: Canvas;
	panel: NodePanel;
	node: NodeDetails;
	/** Saves a workflow and opens it in the editor, with one of its nodes. */
	open: (draft: WorkflowDraft, node?: string) => Promise<void>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
	surroundings: [
		async ({}, use) => use(surroundingsSchema.parse(JSON.parse(`${process.env.E2E_SURROUNDINGS}`))),
		{ scope: 'worker' },
	],
	n8n: [
		async ({ surroundings: { url, session } }, use) => use(new N8nRest(url, undefined, session)),
		{ scope: 'worker' },
	],
	// One for all tests, so that the browser loads n8n's editor only once.
	signedIn: [
		async ({ browser, surroundings: { url, session } }, use) => {
			const context = await browser.newContext({
				baseURL: url,
				viewport: { width: 1280, height: 800 },
				deviceScaleFactor: 1.5,
				locale: 'en-US',
			});
			context.setDefaultTimeout(30_000);
			const [name = '', value = ''] = session.cookie.split('=');
			await context.addCookies([{ name, value, url }]);
			await context.addInitScript(
				(id) => localStorage.setItem('n8n-browserId', id),
				session.browserId,
			);
			await use(context);
			await context.close();
		},
		{ scope: 'worker' },
	],
	page: async ({ signedIn }, use) => {
		const page = await signedIn.newPage();
		await use(page);
		if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear());
		await page.close();
	},
	sizes: [undefined, { option: true }],
	service: async ({ sizes }, use) => {
		const service = await startService({ sizes });
		await use(service);
		await service.close();
	},
	credential: [
		async ({ n8n, service }, use) => {
			await use(await n8n.createCredential(credentialFor(service)));
			await tidyUp(n8n);
		},
		{ auto: true },
	],
	table: async ({ n8n, service }, use) => use(await createCrmTable(n8n, expectedRows(service))),
	canvas: async ({ page }, use) => use(canvasOn(page)),
	panel: async ({ page }, use) => use(panelOn(page)),
	node: async ({ page }, use) => use(nodeOn(page)),
	open: async ({ canvas, n8n }, use) => {
		await use(async (draft, node) => {
			await canvas.open(await n8n.createWorkflow(draft));
			if (node !== undefined) await canvas.openNode(node);
		});
	},
});

const surroundingsSchema = z.custom<Surroundings>((value) => value instanceof Object);

/** Leaves nothing that polls, that examples find by its name, or that n8n offers in the next test. */
export async function tidyUp(n8n: N8nRest): Promise<void> {
	const found = z.array(z.object({ id: z.string() }));
	const active = encodeURIComponent(JSON.stringify({ active: true }));
	for (const workflow of await n8n.call('GET', `/workflows?filter=${active}`, found)) {
		await n8n.deactivate(workflow);
	}
	for (const { id } of await n8n.call('GET', '/credentials', found)) {
		await n8n.call('DELETE', `/credentials/${id}`, z.unknown());
	}
	const tables = `/projects/${await n8n.personalProjectId()}/data-tables`;
	const { data } = await n8n.call('GET', tables, z.object({ data: found }));
	for (const { id } of data) await n8n.call('DELETE', `${tables}/${id}`, z.unknown());
}
