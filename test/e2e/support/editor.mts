import type { Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { z } from 'zod';
import type { RunningService, ServiceOptions } from '../../../service/server.mts';
import { useService } from '../../engine/support/service.mts';
import { credentialFor } from '../../harness/n8n/credential.mts';
import { N8nRest, type Credential, type WorkflowDraft } from '../../harness/n8n/rest.mts';
import { Canvas } from '../pages/canvas.mts';
import { usePage } from './page.mts';

/** n8n and its editor for one test file. Only `n8n` is available before the hooks have run. */
interface Editor {
	n8n: N8nRest;
	page: () => Page;
	/** This test file's own service. */
	service: () => RunningService;
	/** A credential that the service accepts. */
	credential: () => Credential;
	/** Saves the workflow and opens it. */
	open: (draft: WorkflowDraft) => Promise<Canvas>;
}

export function useEditor(options?: ServiceOptions): Editor {
	const { url, session } = inject('surroundings');
	const n8n = new N8nRest(url, undefined, session);
	const service = useService(options);
	let credential: Credential;
	beforeAll(async () => {
		credential = await n8n.createCredential(credentialFor(service()));
	});
	afterAll(async () => await removeCredentials(n8n));
	const page = usePage();
	return {
		n8n,
		page,
		service,
		credential: () => credential,
		open: async (draft) => await Canvas.open(page(), await n8n.createWorkflow(draft)),
	};
}

/** Every test file has its own service, so its credentials must not outlive it. */
export async function removeCredentials(n8n: N8nRest): Promise<void> {
	const credentials = z.array(z.object({ id: z.string() }));
	for (const { id } of await n8n.call('GET', '/credentials', credentials)) {
		await n8n.call('DELETE', `/credentials/${id}`, z.unknown());
	}
}
