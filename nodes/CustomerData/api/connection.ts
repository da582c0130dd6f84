import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';

/** Where the service is and who asks, ready to use. */
export interface Connection {
	/** Absolute, without a trailing slash; ends with `rest/v1` on the real service. */
	baseUrl: string;
	apiKey: string;
	companyId: string;
}

export const BASE_URL_ADVICE =
	'Enter the address of the service in the Customer Data API credential, starting with https:// and ending with rest/v1.';

/**
 * Reads the fields of the credential as people paste them: white space around a value and
 * slashes behind the URL do no harm.
 *
 * @throws UserError that names what could not be sent, and says in its description what to enter
 */
export function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	return {
		baseUrl: readBaseUrl(asText(credential.baseUrl)),
		apiKey: readHeaderValue('API Key', asText(credential.apiKey)),
		companyId: readHeaderValue('Company ID', asText(credential.companyId)),
	};
}

function readBaseUrl(text: string): string {
	const wrong = (message: string) => new UserError(message, { description: BASE_URL_ADVICE });
	if (text === '') throw wrong('The Base URL is empty');
	if (!URL.canParse(text)) throw wrong('The Base URL is not a complete web address');
	if (!/^https?:\/\//i.test(text)) {
		throw wrong('The Base URL has to start with https:// or http://');
	}
	const { username, password, origin, pathname } = new URL(text);
	if (username !== '' || password !== '') {
		throw wrong('The Base URL must not contain a user name or password');
	}
	if (/[?#]/.test(text)) throw wrong('The Base URL must not contain "?" or "#"');
	return (origin + pathname).replace(/\/+$/, '');
}

/** Only visible ASCII can travel in a header; what was copied from a document may hold more. */
function readHeaderValue(field: string, text: string): string {
	if (text === '') {
		const description = `Enter the ${field} in the Customer Data API credential.`;
		throw new UserError(`The ${field} is empty`, { description });
	}
	if (!/^[\x21-\x7e]+$/.test(text)) {
		const description = `Copy the ${field} from the application again, and paste it into the Customer Data API credential.`;
		throw new UserError(`The ${field} contains a space, a line break or a special character`, {
			description,
		});
	}
	return text;
}

/** Fields of a credential can be expressions and so yield a number, a company ID say. */
function asText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
