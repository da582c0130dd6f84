import type { Credential } from './rest.mts';

/** n8n's default name for the first credential. The examples refer to it by this name. */
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
