import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Where the service is and who asks, ready to use. */
export interface Connection {
	/** Absolute, without a trailing slash; ends with `rest/v1` on the real service. */
	baseUrl: string;
	apiKey: string;
	companyId: string;
}

/** What the user has to mend in the credential: what is the matter, and what to do. */
export interface Correction {
	message: string;
	description: string;
}

/**
 * Reads the fields of the credential as people paste them: white space around a value and
 * slashes behind the URL do no harm; anything that could not be sent is named.
 */
export function readConnection(
	credential: ICredentialDataDecryptedObject,
): { connection: Connection } | { correction: Correction } {
	const baseUrl = readBaseUrl(asText(credential.baseUrl));
	if (typeof baseUrl !== 'string') return { correction: baseUrl };
	const apiKey = readHeaderValue(asText(credential.apiKey), 'API Key');
	if (typeof apiKey !== 'string') return { correction: apiKey };
	const companyId = readHeaderValue(asText(credential.companyId), 'Company ID');
	if (typeof companyId !== 'string') return { correction: companyId };
	return { connection: { baseUrl, apiKey, companyId } };
}

export const BASE_URL_HINT =
	'Enter the address of the service in the Customer Data API credential, starting with https:// and ending with rest/v1.';

function readBaseUrl(text: string): string | Correction {
	const correction = (message: string) => ({ message, description: BASE_URL_HINT });
	if (text === '') return correction('The Base URL is empty');
	if (!URL.canParse(text)) return correction('The Base URL is not a complete web address');
	const url = new URL(text);
	if (!/^https?:\/\//i.test(text)) {
		return correction('The Base URL has to start with https:// or http://');
	}
	if (url.username !== '' || url.password !== '') {
		return correction('The Base URL must not contain a user name or password');
	}
	if (/[?#]/.test(text)) return correction('The Base URL must not contain "?" or "#"');
	return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Only visible ASCII can travel in a header; a key copied from a document may hold more. */
function readHeaderValue(text: string, field: string): string | Correction {
	if (text === '') {
		return {
			message: `The ${field} is empty`,
			description: `Enter the ${field} in the Customer Data API credential.`,
		};
	}
	if (!/^[\x21-\x7e]+$/.test(text)) {
		return {
			message: `The ${field} contains a space, a line break or a special character`,
			description: `Copy the ${field} from the application again and paste it into the Customer Data API credential.`,
		};
	}
	return text;
}

/** Fields of a credential can be expressions and so yield a number, a company ID say. */
function asText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
