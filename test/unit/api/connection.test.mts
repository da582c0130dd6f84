import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readConnection } from '../../../nodes/CustomerData/api/connection';

const valid = { baseUrl: 'https://example.com/rest/v1', apiKey: 'key', companyId: '1001' };

function message(credential: Record<string, string | number | undefined>): string {
	try {
		readConnection(credential as typeof valid);
		return 'accepted';
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		expect(error.description).toMatch(/in(to)? the Customer Data API credential/);
		return error.message;
	}
}

describe('readConnection', () => {
	it.each([
		'https://example.com/rest/v1',
		'https://example.com/rest/v1/',
		'  https://example.com/rest/v1//\n',
		'HTTPS://Example.com/rest/v1',
		'https://example.com:443/rest/v1',
	])('reads the Base URL "%s" as people paste it', (baseUrl) => {
		expect(readConnection({ ...valid, baseUrl })).toEqual(valid);
	});

	it('accepts http, ports and a bare host', () => {
		const local = { ...valid, baseUrl: 'http://127.0.0.1:4010' };
		expect(readConnection({ ...valid, baseUrl: 'http://127.0.0.1:4010/' })).toEqual(local);
	});

	it.each<[string, string]>([
		['', "'Base URL' is empty"],
		['   ', "'Base URL' is empty"],
		['example.com/rest/v1', "'Base URL' is not a complete web address"],
		['https://', "'Base URL' is not a complete web address"],
		['not a URL', "'Base URL' is not a complete web address"],
		['ftp://example.com/rest/v1', "'Base URL' must start with https:// or http://"],
		['localhost:4010/rest/v1', "'Base URL' must start with https:// or http://"],
		['file:///etc/passwd', "'Base URL' must start with https:// or http://"],
		['ftp://example.com/https://', "'Base URL' must start with https:// or http://"],
		['https://me@example.com', "'Base URL' must not contain a user name or password"],
		['https://:secret@example.com', "'Base URL' must not contain a user name or password"],
		['https://me:secret@example.com', "'Base URL' must not contain a user name or password"],
		['https://example.com/?key=1', '\'Base URL\' must not contain "?" or "#"'],
		['https://example.com/#top', '\'Base URL\' must not contain "?" or "#"'],
		['https://example.com/rest/v1?', '\'Base URL\' must not contain "?" or "#"'],
	])('says what is wrong with the Base URL "%s"', (baseUrl, expected) => {
		expect(message({ ...valid, baseUrl })).toBe(expected);
	});

	it('trims white space from the API key and the company ID', () => {
		const pasted = { ...valid, apiKey: ' key\n', companyId: '\t1001 ' };
		expect(readConnection(pasted)).toEqual(valid);
	});

	it('accepts a company ID that an expression returns as a number', () => {
		expect(readConnection({ ...valid, companyId: 1001 })).toEqual(valid);
	});

	it.each<[string, string]>([
		['', "'API Key' is empty"],
		['two words', "'API Key' contains a space, a line break or a special character"],
		['two\nlines', "'API Key' contains a space, a line break or a special character"],
		['“quoted”', "'API Key' contains a space, a line break or a special character"],
		['zero\u200bwidth', "'API Key' contains a space, a line break or a special character"],
	])('says what is wrong with the API key %j', (apiKey, expected) => {
		expect(message({ ...valid, apiKey })).toBe(expected);
	});

	it('says that the company ID is empty', () => {
		expect(message({ ...valid, companyId: '' })).toBe("'Company ID' is empty");
		expect(message({ ...valid, companyId: undefined })).toBe("'Company ID' is empty");
	});

	it('never accepts what cannot be sent', () => {
		fc.assert(
			fc.property(
				fc.record({
					baseUrl: fc.oneof(fc.webUrl(), fc.string()),
					apiKey: fc.string(),
					companyId: fc.string(),
				}),
				(credential) => {
					if (message(credential) !== 'accepted') return;
					const { baseUrl, apiKey, companyId } = readConnection(credential);
					expect(baseUrl).toMatch(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/);
					expect(() => new Headers({ apiKey, companyId })).not.toThrow();
					expect(new URL(`${baseUrl}/Ping`).pathname.endsWith('/Ping')).toBe(true);
				},
			),
		);
	});

	it('never quotes the key in a message', () => {
		expect(message({ ...valid, apiKey: 'very secret' })).not.toContain('secret');
	});
});
