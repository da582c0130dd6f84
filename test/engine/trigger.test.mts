import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Fault } from '../../service/server.mts';
import { credentialFor, servePages, useOwnService } from './support/service.mts';
import { withoutJitter } from './support/time.mts';
import { ActiveTrigger, eventsOf, type TriggerSetting } from './support/trigger.mts';

const ALL_EVENTS = ['created', 'updated', 'removed'];
const DOWN: Fault = { kind: 'status', status: 503 };

const service = useOwnService({ sizes: { customers: 120, customerGroups: 7 } });
withoutJitter();

/** A trigger that watches customers for all events. */
function activate({ parameters, ...setting }: Partial<TriggerSetting> = {}): ActiveTrigger {
	return new ActiveTrigger({
		credential: credentialFor(service()),
		parameters: { events: ALL_EVENTS, ...parameters },
		...setting,
	});
}

/** One that has polled once. */
async function activated(setting: Partial<TriggerSetting> = {}): Promise<ActiveTrigger> {
	const trigger = activate(setting);
	expect(await trigger.poll()).toBeNull();
	return trigger;
}

const customers = () => service().lists.GetCustomers;
const add = (Code: string) => customers().insert({ Code });
const rename = (index: number) =>
	customers().upsert(index, { ...customers().at(index), Name: 'New name' });

describe('the first poll', () => {
	it('emits nothing, and keeps keys and hashes alone', async () => {
		const stored = JSON.stringify((await activated()).stored);
		expect(stored).toContain('C000120');
		const { Name, Email, Street } = customers().at(0) ?? {};
		for (const value of [Name, Email, Street, service().apiKey]) {
			expect(value).toEqual(expect.any(String));
			expect(stored).not.toContain(value);
		}
	});
});

describe('a later poll', () => {
	it.each(['activate', 'update'] as const)(
		'emits new and changed records, and removals two polls later, in one context or in one for each poll: %s',
		async (activation) => {
			let trigger = await activated();
			const poll = async () => {
				// n8n's durable scheduler makes a context for each poll, and stores the state only with a run.
				if (activation === 'update') trigger = activate({ activation, stored: trigger.stored });
				return await trigger.poll();
			};
			rename(5);
			add('NEW');
			customers().remove(0);
			const first = (await poll()) ?? [];
			expect(eventsOf(first)).toEqual(['updated C000006', 'created NEW']);
			expect(first[1]).toMatchObject({ record: { Code: 'NEW' } });
			// An empty run, because n8n stores the state only with a run.
			expect(await poll()).toEqual([]);
			const eventId = expect.stringMatching(/^\S{11}$/);
			const removed = { event: 'removed', key: 'C000001', record: null, eventId };
			expect(await poll()).toEqual([removed]);
			expect(await poll()).toBeNull();
		},
	);

	it('shares no state with another node of that name, and clears up after one that is gone', async () => {
		const { stored } = await activated();
		add('NEW');
		const other = await activated({ stored, settings: { id: 'other' } });
		expect(Object.keys(Object(other.stored.global))).toEqual(['customerDataTrigger:other']);
	});

	it("says in n8n's log what it took and found", async () => {
		const { stored } = await activated();
		add('NEW');
		customers().insert({ Name: 'No code' });
		// What waits for its turn when the list ends is no request.
		const options = { requestInterval: 250, unidentified: 'leaveOut' };
		const trigger = activate({ stored, parameters: { options } });
		const log = vi.spyOn(trigger.logger, 'info');
		await trigger.poll();
		const line =
			/^Node: records: 122, requests: 3, retries: 0, seconds: \d\.\d, events: 1, left out: 1, no record counts as missing$/;
		expect(log.mock.calls).toEqual([[expect.stringMatching(line)]]);
	});

	it.each<[boolean, INodeParameters]>([
		[true, { ignoreFields: ['ReadAs'] }],
		[true, { fields: ['Name'] }],
		[false, {}],
	])(
		'knows pages again by what is watched: %s, with a time in the others and %j',
		async (isKnown, options) => {
			let served = 0;
			servePages(service(), (page) => page().map((record) => ({ ...record, ReadAs: ++served })));
			const trigger = activate({ parameters: { options } });
			const log = vi.spyOn(trigger.logger, 'info');
			await trigger.poll();
			for (const doubt of ['changes meanwhile cannot be noticed', 'no record counts as missing']) {
				expect(String(log.mock.calls).includes(doubt)).toBe(!isKnown);
			}
		},
	);
});

describe('two polls at the same time', () => {
	it('of two triggers do not get in the way of each other', async () => {
		const triggers = ['one', 'other'].map((id) => activate({ settings: { id } }));
		await Promise.all(triggers.map((trigger) => trigger.poll()));
		add('NEW');
		const outputs = await Promise.all(triggers.map((trigger) => trigger.poll()));
		expect(outputs.map(eventsOf)).toEqual([['created NEW'], ['created NEW']]);
	});

	it('of one trigger are one: the later ends at once', async () => {
		const trigger = await activated();
		service().requests.length = 0;
		rename(5);
		const [slow, late] = [trigger.poll(), trigger.poll()];
		expect(await late).toBeNull();
		expect(service().requests).toEqual([]);
		expect(eventsOf(await slow)).toEqual(['updated C000006']);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a poll that cannot be finished', () => {
	it.each<[string, string, Fault, number?]>([
		// Without a number, n8n sets no limit.
		['The service is unavailable', 'Try again', { ...DOWN, offset: 60 }],
		['The service did not accept the API key', 'Check both', { kind: 'status', status: 401 }],
		['The service is unavailable', 'Try again', { ...DOWN, retryAfter: 60 }, 300],
		['The service did not respond within 0.27 seconds', 'Check', { kind: 'hang' }, 300],
		['The list takes longer', 'This poll reached offset 50.', { kind: 'hang', offset: 60 }, 300],
	])('says why, and keeps the state: %s. %s with %j', async (message, advice, fault, budget) => {
		const trigger = await activated();
		const { stored } = trigger;
		trigger.budget = budget;
		add('NEW');
		service().setFaults([fault]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining(advice),
		});
		expect(trigger.stored).toEqual(stored);
		service().setFaults([]);
		trigger.budget = 300_000;
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
	});
});

describe('an activation', () => {
	it.each(['activate', 'update'] as const)(
		'is not refused while the service is down, and the next poll tries again: %s',
		async (activation) => {
			service().setFaults([DOWN]);
			const trigger = activate({ activation });
			const log = vi.spyOn(trigger.logger, 'warn');
			expect(await trigger.poll()).toBeNull();
			const line = 'The service is unavailable (status 503). The next poll tries again.';
			expect(log.mock.calls).toEqual([[line]]);
			await expect(trigger.poll()).rejects.toThrow('The service is unavailable');
			service().setFaults([]);
			// An empty run, so that n8n stores what the next polls compare with.
			expect(await trigger.poll()).toEqual([]);
			add('NEW');
			expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
		},
	);

	it('is not refused while too many records are gone, which the next polls do not believe', async () => {
		const { stored } = await activated();
		const gone = customers().page(60, 60);
		customers().remove(60, 60);
		const trigger = activate({ stored });
		const log = vi.spyOn(trigger.logger, 'warn');
		expect(await trigger.poll()).toBeNull();
		expect(log.mock.calls).toEqual([[expect.stringContaining('60 of 120 records are gone')]]);
		await expect(trigger.poll()).rejects.toThrow('60 of 120 records are gone');
		expect(trigger.stored).toEqual(stored);
		for (const record of gone) customers().insert(record);
		expect(await trigger.poll()).toBeNull();
	});
});

describe("n8n's durable scheduler, which stores the state only with a run", () => {
	let stored: IDataObject;

	/** As the scheduler makes it for one poll: from the stored state, in a new context. */
	const scheduled = () => activate({ activation: 'update', stored });

	async function poll(): Promise<string[] | null> {
		const trigger = scheduled();
		const items = await trigger.poll();
		if (items !== null) ({ stored } = trigger);
		return eventsOf(items);
	}

	beforeEach(async () => {
		({ stored } = await activated());
	});

	it('emits a change once when polls run at the same time, each from the same state', async () => {
		add('NEW');
		const late = scheduled();
		const outputs = await Promise.all([scheduled().poll(), scheduled().poll()]);
		outputs.push(await late.poll());
		expect(outputs.filter((items) => items !== null).map(eventsOf)).toEqual([['created NEW']]);
	});

	it('reports every failure in a row but the first, and that one, too, where it cannot pass', async () => {
		const failing = async (fault: Fault) => {
			service().setFaults([fault]);
			const failed = await poll().catch(() => 'reported');
			service().setFaults([]);
			return failed;
		};
		const outages = [await failing(DOWN), await failing(DOWN), await failing(DOWN)];
		expect(outages).toEqual([null, 'reported', 'reported']);
		expect(await poll()).toBeNull();
		expect(await failing({ kind: 'status', status: 401 })).toBe('reported');
		expect(await poll()).toBeNull();
		expect(await failing(DOWN)).toBeNull();
	});
});
