import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { triggerProperties, watchRequestOf } from '../../../nodes/CustomerData/trigger/parameters';
import { refusalOf } from '../../support/nodes.mts';

const entered = {
	resource: 'customer',
	keyField: 'Code ',
	events: ['updated', 'created'],
	options: {
		ignoreFields: ['d', 'c', 'd'],
		fields: 'b, a, b',
		offset: 7,
		maxRemovals: '40',
		emitExisting: true,
	},
};

const parameter = vi.fn();
const request = (changes: Record<string, unknown> = {}) => {
	const values: Record<string, unknown> = { ...entered, ...changes };
	parameter.mockImplementation((name: string, fallback: unknown) => values[name] ?? fallback);
	return watchRequestOf(parameter, { getTimezone: () => 'Europe/Brussels' });
};

describe('the request of the trigger', () => {
	it('has what was entered, each field once, and whole records from the start of the list', () => {
		expect(request()).toMatchObject({
			list: { listName: 'GetCustomers', returnAll: true, limit: 50 },
			keyField: 'Code ',
			events: new Set(['created', 'updated']),
			watched: { fields: ['a', 'b'], ignored: ['c', 'd'] },
			maxRemovals: 40,
			emitExisting: true,
		});
		expect(request().list.options).toMatchObject({ offset: 0, fields: [] });
		// n8n then gives the value of a resource locator.
		expect(parameter).toHaveBeenCalledWith('keyField', '', { extractValue: true });
	});

	it.each<[string | string[], string[]]>([
		['created', ['created']],
		['createdOrUpdated, removed', ['created', 'updated', 'removed']],
		['["removed", "updated"]', ['removed', 'updated']],
		[['createdOrUpdated'], ['created', 'updated']],
		[
			['removed', 'createdOrUpdated'],
			['removed', 'created', 'updated'],
		],
		[['updated', 'constructor'], ['updated']],
	])('reads %j as the events %j', (events, expected) => {
		expect(request({ events }).events).toEqual(new Set(expected));
	});

	it('knows what identifies a customer group, whatever the hidden parameter holds', () => {
		expect(request({ resource: 'customerGroup', keyField: 'Name' }).keyField).toBe('Code');
	});

	it('may ignore a part of the chosen fields', () => {
		const options = { fields: 'a,b', ignoreFields: 'b' };
		expect(request({ options }).watched).toEqual({ fields: ['a', 'b'], ignored: ['b'] });
	});

	it.each([
		["'Identify Records By' is empty", 'keyField', ['', '  ', 7, undefined]],
		["'Trigger On' is empty", 'events', [[], ['deleted'], 'deleted', '', 7, undefined]],
		['leaves no field to watch', 'options', [{ fields: 'a,b', ignoreFields: 'b,c,a' }]],
	])('is refused: %s', (message, name, values) => {
		for (const value of values) {
			expect(refusalOf(() => request({ [name]: value })).message).toContain(message);
		}
	});
});

it.each<[boolean, INodeParameters]>([
	[true, { events: ['createdOrUpdated'] }],
	[true, { events: ['removed', 'updated'], options: { emitExisting: false } }],
	[false, { events: ['removed'] }],
	[false, { events: ['created'], options: { emitExisting: true } }],
])('the panel warns of what a test saves, and of the first poll: %s for %j', (isShown, values) => {
	const notices = triggerProperties.filter(({ type }) => type === 'notice');
	expect(notices).toHaveLength(1);
	for (const property of notices) {
		expect(NodeHelpers.displayParameter(values, property, null, null)).toBe(isShown);
	}
});
