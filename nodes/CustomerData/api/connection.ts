import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { userError } from '../errors/userError';
import { shortHash } from './hash';

/** A checked credential. */
export type Connection = {
	/** Absolute, without a trailing slash; ends with `rest/v1` on the real service. */
	baseUrl: string;
	apiKey: string;
	companyId: string;
};

/**
 * Names a list, by the field that identifies its records, in what n8n stores. Another API key for the same place
 * changes nothing, and a new field of the credential nothing where it is empty.
 */
export function listId(connection: Connection, listName: string, field: string): string {
	const places = Object.entries(connection).flatMap(([name, value]) =>
		SECRET_FIELDS.has(name) || value === '' ? [] : [value],
	);
	return shortHash(JSON.stringify([...places, listName, field]));
}

const SECRET_FIELDS: ReadonlySet<string> = new Set<keyof Connection>(['apiKey']);

/** The secrets of a credential. No text that a person can see may hold any of them. */
export function secretsOf({ apiKey }: Connection): string[] {
	return [apiKey];
}

/** Refuses values that cannot be sent, and drops the white space around the others. */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	return {
		baseUrl: baseUrlOf(asText(credential.baseUrl)),
		apiKey: headerValueOf('API Key', asText(credential.apiKey)),
		companyId: headerValueOf('Company ID', asText(credential.companyId)),
	};
}

const ENTER_BASE_URL =
	"Enter the service's address in the Customer Data API credential. It starts with https:// and ends with rest/v1.";

function baseUrlOf(text: string): string {
	const refuse = (reason: string) => userError(`'Base URL' ${reason}`, ENTER_BASE_URL);
	if (text === '') throw refuse('is empty');
	if (!URL.canParse(text)) throw refuse('is not a complete web address');
	if (!/^https?:\/\//i.test(text)) throw refuse('must start with https:// or http://');
	const { username, password, origin, pathname } = new URL(text);
	if (username || password) throw refuse('must not contain a user name or password');
	if (/[?#]/.test(text)) throw refuse('must not contain "?" or "#"');
	return (origin + pathname).replace(/\/+$/, '');
}

/** A header carries visible ASCII only; text copied from a document may hold more. */
function headerValueOf(field: string, text: string): string {
	if (text === '') {
		throw userError(`'${field}' is empty`, `Enter '${field}' in the Customer Data API credential.`);
	}
	if (/^[\x21-\x7e]+$/.test(text)) return text;
	throw userError(
		`'${field}' contains a space, a line break or a special character`,
		`Copy it from the application again and paste it into '${field}' in the Customer Data API credential.`,
	);
}

/** Expressions in a credential can return a number, e.g. for the company ID. */
function asText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
