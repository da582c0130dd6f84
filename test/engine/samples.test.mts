import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { credentialFor, useOwnService } from './support/service.mts';
import { ActiveTrigger, eventsOf } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 120, customerGroups: 7 } });

/** As n8n tests a trigger. */
function tested(options: INodeParameters = {}, parameters: INodeParameters = {}): ActiveTrigger {
	return new ActiveTrigger({
		credential: credentialFor(service()),
		mode: 'manual',
		parameters: { events: ['created', 'updated', 'removed'], options, ...parameters },
	});
}

const customers = () => service().lists.GetCustomers;

describe('a test of the trigger', () => {
	it('emits a few real records as the chosen events, but none as removed, and leaves the state alone', async () => {
		const trigger = tested();
		const eventId = 'sample';
		expect(await trigger.poll()).toEqual([
			{ event: 'created', key: 'C000001', record: customers().at(0), eventId },
			{ event: 'updated', key: 'C000002', record: customers().at(1), eventId },
			{ event: 'removed', key: 'sample', record: null, eventId },
		]);
		expect(service().requests).toHaveLength(1);
		expect(trigger.stored).toEqual({});
	});

	it('emits one record as every event where there is no other, and nothing of an empty list', async () => {
		customers().remove(1, 119);
		const events = ['created C000001', 'updated C000001', 'removed sample'];
		expect(eventsOf(await tested().poll())).toEqual(events);
		customers().remove(0);
		expect(await tested().poll()).toBeNull();
	});

	it('names a record without a key among the first, as many as there are events', async () => {
		customers().insert({ Name: 'Nobody' }, 3);
		expect(await tested().poll()).toHaveLength(3);
		customers().remove(0);
		await expect(tested().poll()).rejects.toThrow(
			"Record 3 in the list (Nobody) has no value in 'Code'",
		);
		const leftOut = await tested({ unidentified: 'leaveOut' }).poll();
		expect(eventsOf(leftOut)).toEqual(['created C000002', 'updated C000003', 'removed sample']);
	});

	it('outputs the chosen fields and the identifier, of which records behind the first page may have one', async () => {
		customers().insert({ Code: 'LAST', Fax: '1' });
		const [item] = (await tested({ fields: ['Name', 'Fax'] }).poll()) ?? [];
		expect(item).toMatchObject({ key: 'C000001', record: { Name: customers().at(0)?.Name } });
		expect(Object.keys(Object(item?.record))).toEqual(['Code', 'Name']);
	});

	it('names a field that no record of a whole list has', async () => {
		const polling = tested({ fields: ['Shoe Size'] }, { resource: 'customerGroup' }).poll();
		await expect(polling).rejects.toThrow("No record has a field named 'Shoe Size'");
	});
});
