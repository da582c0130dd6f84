import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { CustomerDataApi } from '../../../credentials/CustomerDataApi.credentials';
import { connectionOf, listId, type Connection } from '../../../nodes/CustomerData/api/connection';
import { law } from '../../support/law.mts';
import { refusalOf } from '../../support/nodes.mts';

const { authenticate } = new CustomerDataApi();
const valid = { baseUrl: 'https://example.com/rest/v1', apiKey: 'key', companyId: '1001' };

describe('a credential', () => {
	it.each<[keyof Connection, string | number, string?]>([
		['baseUrl', 'https://example.com/rest/v1/'],
		['baseUrl', '  https://example.com/rest/v1//\n'],
		['baseUrl', 'HTTPS://Example.com:443/rest/v1'],
		['baseUrl', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
		['apiKey', ' key\n'],
		['companyId', '\t1001 '],
		['companyId', 1001],
	])('is read as people paste it: %s "%s"', (field, pasted, read = valid[field]) => {
		expect(connectionOf({ ...valid, [field]: pasted })).toEqual({ ...valid, [field]: read });
	});

	it.each<[keyof Connection, string, Array<ICredentialDataDecryptedObject[string]>]>([
		['baseUrl', "'Base URL' is empty", ['', '   ']],
		['baseUrl', "'Base URL' is not a complete", ['example.com/rest/v1', 'https://', 'not a URL']],
		['baseUrl', "'Base URL' must start with", ['localhost:4010/v1', 'ftp://example.com/https://']],
		['baseUrl', "'Base URL' must not contain a user", ['https://me@a.de', 'https://:secret@a.de']],
		['baseUrl', '\'Base URL\' must not contain "?"', ['https://a.de/#top', 'https://a.de/v1?']],
		['apiKey', "'API Key' is empty", ['', ' ']],
		['apiKey', "'API Key' contains", ['two words', 'two\nlines', '“quoted”', 'zero\u200bwidth']],
		['companyId', "'Company ID' is empty", ['', ' ', {}, true]],
	])('with such a %s is refused, without quoting it: %s', (field, message, values) => {
		for (const value of values) {
			const refusal = refusalOf(() => connectionOf({ ...valid, [field]: value }));
			expect(refusal.message).toContain(message);
			expect(refusal.message).not.toMatch(/words|secret/);
		}
	});

	it('is refused in one message where n8n shows nothing else', async () => {
		const authenticating = authenticate({ ...valid, apiKey: '' }, { url: '' });
		await expect(authenticating).rejects.toThrow(/^'API Key' is empty\. Enter/);
	});

	law(
		'is never accepted with what cannot be sent',
		{ of: [fc.oneof(fc.webUrl(), fc.string()), fc.string(), fc.string()] },
		(baseUrl, apiKey, companyId) => {
			let read: Connection;
			try {
				read = connectionOf({ baseUrl, apiKey, companyId });
			} catch {
				return;
			}
			expect(read.baseUrl).toMatch(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/);
			expect(() => new Headers({ apiKey: read.apiKey, company: read.companyId })).not.toThrow();
			expect(new URL(`${read.baseUrl}/Ping`).pathname).toMatch(/\/Ping$/);
		},
	);
});

describe('the name of a list in what n8n stores', () => {
	const named = (changes: object) => listId({ ...valid, ...changes }, 'GetCustomers', 'Code');

	it('never changes, because workflows that are published know it', () => {
		expect(named({})).toBe('WSrXQhcytdk');
		expect(named({ apiKey: 'another', branchId: '' })).toBe('WSrXQhcytdk');
	});

	it('is another one of another company', () => {
		expect(named({ companyId: '1002' })).not.toBe('WSrXQhcytdk');
		expect(named({ branchId: '7' })).not.toBe('WSrXQhcytdk');
	});
});
