import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readListRequest } from '../../nodes/CustomerData/getMany';
import { law } from './support/law.mts';
import { refusalOf } from './support/refusals.mts';

const raw = { resource: 'customer', operationName: '', returnAll: false, limit: 50, options: {} };

/** Without what n8n does not know. */
const request = (changes: Record<string, unknown> = {}) => {
	const given = new Map(Object.entries({ ...raw, ...changes }));
	return readListRequest((name, fallback) => given.get(name) ?? fallback);
};

const refused = (changes: Record<string, unknown>) => refusalOf(() => request(changes)).message;

describe('the request of the node', () => {
	it('has a default for everything, also where n8n has no value', () => {
		const defaults = {
			operationName: 'GetCustomers',
			returnAll: false,
			limit: 50,
			options: {
				emitExisting: false,
				fields: [],
				ignoreFields: [],
				maxEvents: Infinity,
				maxRecords: Infinity,
				maxRemovals: 20,
				maxRetries: 3,
				offset: 0,
				parallelRequests: 4,
				requestInterval: 0,
				search: '',
				timeout: 30000,
				unidentified: 'error',
			},
		};
		const unset = { maxRecords: undefined, fields: undefined };
		expect(request()).toEqual(defaults);
		expect(request({ returnAll: undefined, limit: undefined, options: unset })).toEqual(defaults);
		expect(request({ options: undefined })).toEqual(defaults);
		expect(refused({ resource: undefined })).toBe('There is no resource ""');
	});

	it('has whole pages with Return All, whatever the hidden limit holds', () => {
		const whole = { returnAll: true, limit: 50 };
		expect(request({ returnAll: 'true', limit: 'nonsense' })).toMatchObject(whole);
	});

	it('has what was entered, and its own options alone', () => {
		const options = { fields: 'Code, Name', maxRecords: '70', timeout: 1, maxEvents: 5 };
		expect(request({ limit: ' 7', options })).toMatchObject({
			limit: 7,
			options: { fields: ['Code', 'Name'], maxRecords: 70, timeout: 1, maxEvents: Infinity },
		});
	});

	it.each<[string, Record<string, unknown>]>([
		['Return All', { returnAll: 'yes' }],
		['Limit', { limit: 0 }],
		['Limit', { limit: 51 }],
		['Max Retries', { options: { maxRetries: 11 } }],
		['Interval Between Requests', { options: { requestInterval: 60_001 } }],
		['Parallel Requests', { options: { parallelRequests: 0 } }],
		['Parallel Requests', { options: { parallelRequests: 17 } }],
		['Timeout', { options: { timeout: 0 } }],
		['Timeout', { options: { timeout: 3_600_001 } }],
		['Max Records', { options: { maxRecords: 0 } }],
		['Offset', { options: { offset: -1 } }],
	])('is refused, naming %s, for %j', (title, changes) => {
		expect(refused(changes)).toContain(`'${title}' must be`);
	});

	law(
		'stays below the base URL, whatever operation is named',
		{ of: [fc.oneof(fc.string(), fc.webPath())] },
		(entered) => {
			const name = entered.trim();
			const given = { resource: 'other', operationName: entered };
			if (!/^[\w/-]+$/.test(name) || name.split('/').includes('')) {
				expect(refused(given)).toMatch(/^'Operation Name' (is empty|contains)/);
				return;
			}
			const { href } = new URL(`https://example.com/rest/v1/${request(given).operationName}`);
			expect(href).toBe(`https://example.com/rest/v1/${name}`);
		},
	);
});
