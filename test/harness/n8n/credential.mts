import type { Credential } from './rest.mts';

/** The name that n8n proposes for the first one. The examples find theirs by it. */
export const CREDENTIAL_NAME = 'Customer Data account';

interface Identity {
	baseUrl: string;
	apiKey: string;
	companyId: string;
}

/** A credential that the service accepts. */
export function credentialFor(
	{ baseUrl, apiKey, companyId }: Identity,
	name = CREDENTIAL_NAME,
): Omit<Credential, 'id'> {
	return { name, type: 'customerDataApi', data: { baseUrl, apiKey, companyId } };
}
