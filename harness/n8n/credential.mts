import { randomBytes } from 'node:crypto';
import type { RunningService } from '../../service/server.mts';
import type { Credential } from './rest.mts';

/** n8n's default name for the first credential. The examples refer to it by this name. */
export const CREDENTIAL_NAME = 'Customer Data account';

/** A credential that the service accepts. */
export function credentialFor(
	{ baseUrl, apiKey, companyId }: Pick<RunningService, 'baseUrl' | 'apiKey' | 'companyId'>,
	name = CREDENTIAL_NAME,
): Omit<Credential, 'id'> {
	return { name, type: 'customerDataApi', data: { baseUrl, apiKey, companyId } };
}

/** What keeps others from starting batches, under the name that the examples refer to. */
export function batchKey(): Omit<Credential, 'id'> {
	const data = { name: 'x-batch-key', value: randomBytes(16).toString('hex') };
	return { name: 'Header Auth account', type: 'httpHeaderAuth', data };
}
