import { test as base } from '@playwright/test';
import { credentialFor } from '../../../harness/n8n/credential.mts';
import { N8nRest, type Credential, type WorkflowDraft } from '../../../harness/n8n/rest.mts';
import { tidyUp } from '../../../harness/sandbox.mts';
import {
	startService,
	type RunningService,
	type ServiceOptions,
} from '../../../service/server.mts';
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
