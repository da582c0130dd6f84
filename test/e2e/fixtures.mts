import { test as base } from '@playwright/test';
import { z } from 'zod';
import { credentialFor } from '../../harness/n8n/credential.mts';
import { N8nRest, type Credential, type WorkflowDraft } from '../../harness/n8n/rest.mts';
import { startService, type RunningService, type ServiceOptions } from '../../service/server.mts';
import { canvasOn } from './pages/canvas.mts';
import { nodeOn } from './pages/node.mts';
import { panelOn } from './pages/panel.mts';

const { N8N_URL: url = '', N8N_COOKIE: cookie = '' } = process.env;

interface Fixtures {
	n8n: N8nRest;
	/** How long the service's lists are. */
	sizes: ServiceOptions['sizes'];
	service: RunningService;
	/** A credential that the service accepts. */
	credential: Credential;
	canvas: ReturnType<typeof canvasOn>;
	panel: ReturnType<typeof panelOn>;
	node: ReturnType<typeof nodeOn>;
	/** Saves a workflow and opens it in the editor, with one of its nodes. */
	open: (draft: WorkflowDraft, node?: string) => Promise<void>;
}

export const test = base.extend<Fixtures>({
	context: async ({ context }, use) => {
		const [name = '', value = ''] = cookie.split('=');
		await context.addCookies([{ name, value, url }]);
		await use(context);
	},
	n8n: async ({}, use) => use(new N8nRest(url, undefined, cookie)),
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
