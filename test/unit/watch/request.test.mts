import { describe, expect, it } from 'vitest';

import { readWatchRequest } from '../../../nodes/CustomerData/watch/request';

const given = {
	resource: 'customer',
	keyField: ' Code ',
	events: ['updated', 'created'],
	options: { ignoreFields: 'Seen', offset: 7, fields: ['Name'] },
};

const request = (changes: Record<string, unknown> = {}) => {
	const values: Record<string, unknown> = { ...given, ...changes };
	return readWatchRequest((name, fallback) => values[name] ?? fallback);
};

describe('readWatchRequest', () => {
	it('reads what to watch, with whole pages from the start of the list', () => {
		expect(request()).toMatchObject({
			list: { operationName: 'GetCustomers', returnAll: true, limit: 50 },
			keyField: 'Code',
			events: new Set(['created', 'updated']),
		});
	});

	it.each<[string[], string[]]>([
		[['createdOrUpdated'], ['created', 'updated']],
		[
			['removed', 'createdOrUpdated', 'created'],
			['removed', 'created', 'updated'],
		],
		[['updated', 'constructor'], ['updated']],
	])('reads %j as the events %j', (events, expected) => {
		expect(request({ events }).events).toEqual(new Set(expected));
	});

	it('reads its own options, and leaves those of the node at their defaults', () => {
		expect(request()).toMatchObject({
			list: { options: { offset: 0 } },
			watched: { fields: ['Name'], ignored: ['Seen'] },
			maxEvents: Infinity,
			maxRemovals: 20,
			emitExisting: false,
		});
		expect(request({ options: { maxEvents: 5, maxRemovals: '40' } })).toMatchObject({
			maxEvents: 5,
			maxRemovals: 40,
		});
	});

	it('reads whole records, because it needs their key, too', () => {
		expect(request().list.options.fields).toEqual([]);
	});

	it('watches the same fields in whatever order they were chosen', () => {
		const options = { fields: 'b, a, b', ignoreFields: ['d', 'c', 'd'] };
		expect(request({ options }).watched).toEqual({ fields: ['a', 'b'], ignored: ['c', 'd'] });
	});

	it('refuses to ignore every field that it watches', () => {
		expect(() => request({ options: { fields: 'a,b', ignoreFields: 'b,c,a' } })).toThrow(
			expect.objectContaining({
				message: "'Ignore Field Names or IDs' leaves no field to watch",
				description: "Choose fewer fields there, or more in 'Field Names or IDs'.",
			}),
		);
	});

	it('watches what is left where a part of the chosen fields is ignored', () => {
		const options = { fields: 'a,b', ignoreFields: 'b' };
		expect(request({ options }).watched).toEqual({ fields: ['a', 'b'], ignored: ['b'] });
	});

	it('knows what identifies a customer group, whatever the hidden parameter holds', () => {
		expect(request({ resource: 'customerGroup', keyField: 'Name' }).keyField).toBe('Code');
	});

	it('asks n8n for the value of a resource locator', () => {
		const values: Record<string, unknown> = given;
		const asked: unknown[] = [];
		readWatchRequest((name, fallback, options) => {
			if (options) asked.push([name, options]);
			return values[name] ?? fallback;
		});
		expect(asked).toEqual([['keyField', { extractValue: true }]]);
	});

	it.each(['', '  ', 7, undefined])(
		'refuses %j as the field that identifies records',
		(keyField) => {
			expect(() => request({ keyField })).toThrow(
				expect.objectContaining({
					message: "'Identify Records By' is empty",
					description:
						'Choose the field that tells two records apart and never changes, such as the customer code.',
				}),
			);
		},
	);

	it.each([[[]], [['deleted']], ['created'], [undefined]])('refuses %j as events', (events) => {
		expect(() => request({ events })).toThrow(
			expect.objectContaining({
				message: "'Trigger On' is empty",
				description: 'Choose at least one event.',
			}),
		);
	});
});
