import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import type { Credential, N8nRest } from '../../harness/n8n/rest.mts';
import type { RunningService } from '../../../service/server.mts';

/** The name that n8n proposes for the first one. */
export const CREDENTIAL_NAME = 'Customer Data account';

/** A credential that the service accepts, for the tests of a file. */
export function useCredential(n8n: N8nRest, service: () => RunningService): () => Credential {
	let credential: Credential;
	beforeAll(async () => {
		const { baseUrl, apiKey, companyId } = service();
		credential = await n8n.createCredential({
			name: CREDENTIAL_NAME,
			type: 'customerDataApi',
			data: { baseUrl, apiKey, companyId },
		});
	});
	afterAll(async () => await removeCredentials(n8n));
	return () => credential;
}

/** The next test file has a service, and so a credential, of its own. */
export async function removeCredentials(n8n: N8nRest): Promise<void> {
	const credentials = z.array(z.object({ id: z.string() }));
	for (const { id } of await n8n.call('GET', '/credentials', credentials)) {
		await n8n.call('DELETE', `/credentials/${id}`, z.unknown());
	}
}
