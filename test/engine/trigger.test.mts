import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type RunningService, startService } from '../../service/server.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listSearch, loadOptions } from './support/loadOptions.mts';
import { credentialFor } from './support/service.mts';
import { ActiveTrigger, locator, eventsOf, TYPE, type TriggerSetting } from './support/trigger.mts';

const SLOT = 'customerDataTrigger:node';
const STARTS_OVER = expect.stringMatching(/so it starts over from the current list$/);
const ALL_EVENTS = ['created', 'updated', 'removed'];

let service: RunningService;

beforeEach(async () => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
	service = await startService({ sizes: { customers: 120, customerGroups: 7 } });
});
afterEach(async () => {
	vi.restoreAllMocks();
	await service.close();
});

function activate(setting: Partial<TriggerSetting> = {}): ActiveTrigger {
	return new ActiveTrigger({ credential: credentialFor(service), ...setting });
}

async function activated(setting: Partial<TriggerSetting> = {}): Promise<ActiveTrigger> {
	const trigger = activate({
		...setting,
		parameters: { events: ALL_EVENTS, ...setting.parameters },
	});
	expect(await trigger.poll()).toBeNull();
	return trigger;
}

/** A trigger that goes on from a stored state, and what it logs. */
function reading(stored: IDataObject, setting: Partial<TriggerSetting> = {}) {
	const trigger = activate({ stored, parameters: { events: ALL_EVENTS }, ...setting });
	const log = vi.spyOn(trigger.logger, 'info');
	return { trigger, log };
}

const customers = () => service.lists.GetCustomers;

/** Until then, a trigger waits for the state that it stored last. */
function aMinuteLater(): void {
	vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
}

describe('the first poll', () => {
	it('remembers what there is and emits nothing', async () => {
		const trigger = activate();
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		expect(JSON.stringify(trigger.stored)).toContain('C000001');
	});

	it('emits every record as created when asked to', async () => {
		const trigger = activate({ parameters: { options: { emitExisting: true } } });
		const items = (await trigger.poll()) ?? [];
		expect(items).toHaveLength(120);
		expect(items[0]).toMatchObject({
			event: 'created',
			key: 'C000001',
			record: customers().at(0),
		});
		expect(await trigger.poll()).toBeNull();
	});

	it('keeps only keys and hashes', async () => {
		const trigger = await activated();
		const stored = JSON.stringify(trigger.stored);
		const { Name, Email, Street } = customers().at(0) ?? {};
		for (const value of [Name, Email, Street, service.apiKey]) {
			expect(value).toEqual(expect.any(String));
			expect(stored).not.toContain(value);
		}
	});
});

describe('a later poll', () => {
	it('tells whole numbers apart that JavaScript would round to one', async () => {
		const list = (records: string) =>
			service.setFaults([
				{ kind: 'headers', set: { 'x-page-more': null } },
				{ kind: 'body', body: `{"IsSuccess":true,"Payload":[${records}]}` },
			]);
		list('{"Code":9007199254740992,"N":1},{"Code":9007199254740993,"N":9007199254740992}');
		const trigger = await activated();
		list('{"Code":9007199254740992,"N":1},{"Code":9007199254740993,"N":9007199254740993}');
		expect(await trigger.poll()).toMatchObject([
			{ event: 'updated', key: '9007199254740993', record: { N: '9007199254740993' } },
		]);
	});

	it('watches records with what JavaScript finds odd like any other', async () => {
		const list = (field: string) =>
			service.setFaults([
				{ kind: 'headers', set: { 'x-page-more': null } },
				{
					kind: 'body',
					body: `{"IsSuccess":true,"Payload":[{"Code":"\\ud800","__proto__":{"a":${field}},"Twice":1,"Twice":2}]}`,
				},
			]);
		list('1');
		const trigger = await activated();
		expect(await trigger.poll()).toBeNull();
		list('2');
		const [item] = (await trigger.poll()) ?? [];
		expect(item).toMatchObject({ event: 'updated', key: '\ud800' });
		expect(Object.entries(item?.record ?? {})).toEqual([
			['Code', '\ud800'],
			['__proto__', { a: 2 }],
			['Twice', 2],
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('emits new and changed records, and removals two polls later', async () => {
		const trigger = await activated();
		customers().upsert(5, { ...customers().at(5), Name: 'New name' });
		customers().insert({ Code: 'NEW', Name: 'New customer' });
		customers().remove(0);
		const first = (await trigger.poll()) ?? [];
		expect(eventsOf(first)).toEqual(['updated C000006', 'created NEW']);
		expect(first[1]).toMatchObject({ record: { Code: 'NEW', Name: 'New customer' } });
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([
			{
				event: 'removed',
				key: 'C000001',
				record: null,
				eventId: expect.stringMatching(/^\S{11}$/),
			},
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('emits only the chosen events, created and updated by default', async () => {
		const trigger = activate();
		await trigger.poll();
		customers().remove(0);
		customers().insert({ Code: 'NEW' });
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
		expect([await trigger.poll(), await trigger.poll()]).toEqual([[], []]);
		expect(await trigger.poll()).toBeNull();
	});

	it('starts an empty run after changes that it does not emit, because n8n stores the state only with a run', async () => {
		const trigger = activate({ parameters: { events: ['updated'] } });
		await trigger.poll();
		customers().insert({ Code: 'NEW', Name: 'A' });
		expect(await trigger.poll()).toEqual([]);
		const restarted = activate({ parameters: { events: ['updated'] }, stored: trigger.stored });
		customers().upsert(120, { Code: 'NEW', Name: 'B' });
		expect(eventsOf(await restarted.poll())).toEqual(['updated NEW']);
	});

	it('continues after a restart of n8n', async () => {
		const trigger = await activated();
		customers().insert({ Code: 'NEW' });
		const restarted = activate({ stored: trigger.stored });
		expect(eventsOf(await restarted.poll())).toEqual(['created NEW']);
	});

	it('gives the same ids when a poll is repeated because the run was lost', async () => {
		const trigger = await activated();
		const { stored } = trigger;
		customers().insert({ Code: 'NEW' });
		const parameters = { events: ALL_EVENTS };
		const first = await activate({ stored, parameters }).poll();
		expect(await activate({ stored, parameters }).poll()).toBeNull();
		aMinuteLater();
		const second = await activate({ stored, parameters }).poll();
		expect(first).toEqual(second);
		expect(first?.[0]?.eventId).toEqual(expect.any(String));
	});

	it('ignores changes in ignored fields', async () => {
		const trigger = await activated({ parameters: { options: { ignoreFields: ['Phone'] } } });
		customers().upsert(5, { ...customers().at(5), Phone: '1' });
		expect(await trigger.poll()).toBeNull();
		customers().upsert(5, { ...customers().at(5), Name: 'B' });
		expect(eventsOf(await trigger.poll())).toEqual(['updated C000006']);
	});

	it('starts over when the company, resource or key field changes', async () => {
		const trigger = await activated();
		const { stored } = trigger;
		const other = activate({
			stored,
			parameters: { resource: 'customerGroup', events: ALL_EVENTS },
		});
		const log = vi.spyOn(other.logger, 'info');
		expect(await other.poll()).toBeNull();
		expect(log.mock.calls[0]).toEqual([STARTS_OVER]);
		service.lists.GetCustomerGroups.insert({ Code: 'G' });
		expect(eventsOf(await other.poll())).toEqual(['created G']);
	});

	it('goes on when other fields come to be watched, without events for what it knows', async () => {
		const watching = (options: INodeParameters) => ({
			parameters: { events: ALL_EVENTS, options },
		});
		const { stored } = await activated(watching({ ignoreFields: ['Phone', 'Email'] }));
		customers().insert({ Code: 'NEW' });
		customers().upsert(5, { ...customers().at(5), Name: 'New name' });
		customers().upsert(6, { ...customers().at(6), Phone: '1' });
		const trigger = activate({ stored, ...watching({ fields: ['Code', 'Name', 'Phone'] }) });
		const log = vi.spyOn(trigger.logger, 'info');
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
		customers().upsert(6, { ...customers().at(6), Phone: '2' });
		expect(eventsOf(await trigger.poll())).toEqual(['updated C000007']);
		expect(log).not.toHaveBeenCalledWith(STARTS_OVER);
	});

	it('starts an empty run when other fields come to be watched and nothing changed', async () => {
		const { stored } = await activated();
		const parameters = { events: ALL_EVENTS, options: { ignoreFields: ['Phone'] } };
		const trigger = activate({ stored, parameters, activation: 'update' });
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toBeNull();
	});

	it('watches and outputs the chosen fields alone', async () => {
		const trigger = await activated({ parameters: { options: { fields: ['Name', 'Phone'] } } });
		customers().upsert(5, { ...customers().at(5), Email: 'new@example.com', NewField: 1 });
		expect(await trigger.poll()).toBeNull();
		customers().upsert(5, { ...customers().at(5), Name: 'New name' });
		expect(await trigger.poll()).toMatchObject([
			{
				event: 'updated',
				key: 'C000006',
				record: { Name: 'New name', Phone: customers().at(5)?.Phone },
			},
		]);
	});

	it('names a field that no record has', async () => {
		const parameters = { options: { fields: ['Shoe Size'] } };
		await expect(activate({ parameters }).poll()).rejects.toThrow(
			"No record has a field named 'Shoe Size'",
		);
	});

	it('starts over from a stored state that cannot be read, and says so', async () => {
		const { stored } = await activated();
		const damaged = { ...Object(Object(stored.global)[SLOT]), entries: 'nonsense' };
		customers().insert({ Code: 'NEW' });
		const { trigger, log } = reading({ global: { [SLOT]: damaged } });
		expect(await trigger.poll()).toBeNull();
		expect(log.mock.calls[0]).toEqual([STARTS_OVER]);
		customers().insert({ Code: 'NEWER' });
		expect(eventsOf(await trigger.poll())).toEqual(['created NEWER']);
	});

	it('goes on after the node was renamed, and after it got its old name back', async () => {
		const { stored } = await activated();
		customers().insert({ Code: 'A' });
		const renamed = reading(stored, { settings: { name: 'New name' } }).trigger;
		expect(eventsOf(await renamed.poll())).toEqual(['created A']);
		customers().insert({ Code: 'B' });
		const { trigger, log } = reading(renamed.stored);
		expect(eventsOf(await trigger.poll())).toEqual(['created B']);
		expect(log).not.toHaveBeenCalledWith(STARTS_OVER);
	});

	it('does not share its state with another node of that name, and clears up after one that is gone', async () => {
		const { stored } = await activated();
		customers().insert({ Code: 'NEW' });
		const other = reading(stored, { settings: { id: 'other' } }).trigger;
		expect(await other.poll()).toBeNull();
		expect(Object.keys(Object(other.stored.global))).toEqual(['customerDataTrigger:other']);
	});

	it('says in the log of n8n what each poll took and found', async () => {
		const { stored } = await activated();
		customers().insert({ Code: 'NEW' });
		customers().insert({ Name: 'No code' });
		const options = { requestInterval: 20, unidentified: 'leaveOut' };
		const { trigger, log } = reading(stored, { parameters: { events: ALL_EVENTS, options } });
		await trigger.poll();
		expect(log.mock.calls).toEqual([
			[
				expect.stringMatching(
					/^Node: records: 122, requests: 3, retries: 0, seconds: \d\.\d, events: 1, left out: 1$/,
				),
			],
		]);
	});

	it.each<[string, INodeParameters, boolean]>([
		['that is ignored', { ignoreFields: ['ReadAs'] }, true],
		['that is not chosen', { fields: ['Name'] }, true],
		['that is watched', {}, false],
	])(
		'reads with pages that overlap where a field differs in every response %s: %j',
		async (_, options, isProven) => {
			const page = customers().page.bind(customers());
			let read = 0;
			vi.spyOn(customers(), 'page').mockImplementation((offset, limit) =>
				page(offset, limit).map((record) => ({ ...record, ReadAs: ++read })),
			);
			const { trigger, log } = reading({}, { parameters: { options } });
			await trigger.poll();
			const last = String(log.mock.calls.at(-1));
			expect(last.includes('changes meanwhile cannot be noticed')).toBe(!isProven);
		},
	);

	it('emits no more than the maximum at once, oldest position first and removals last', async () => {
		const options = { maxEvents: 2 };
		const trigger = await activated({ parameters: { options } });
		customers().upsert(5, { ...customers().at(5), Name: 'New name' });
		customers().insert({ Code: 'NEW' });
		customers().insert({ Code: 'NEWER' });
		customers().remove(0);
		expect(eventsOf(await trigger.poll())).toEqual(['updated C000006', 'created NEW']);
		const restarted = activate({
			stored: trigger.stored,
			parameters: { events: ALL_EVENTS, options },
		});
		expect(eventsOf(await restarted.poll())).toEqual(['created NEWER']);
		expect(eventsOf(await restarted.poll())).toEqual(['removed C000001']);
		expect(await restarted.poll()).toBeNull();
	});

	it('spreads the records that there are over runs, whatever events are chosen later', async () => {
		const options = { emitExisting: true, maxEvents: 50 };
		const trigger = activate({ parameters: { events: ['removed'], options } });
		const sizes: number[] = [];
		for (let items = await trigger.poll(); items; items = await trigger.poll()) {
			sizes.push(items.length);
		}
		expect(sizes).toEqual([50, 50, 20]);
		customers().insert({ Code: 'NEW' });
		expect(await trigger.poll()).toEqual([]);
	});

	it('continues with a new API key for the same company', async () => {
		const trigger = await activated();
		await service.close();
		const port = Number(new URL(service.baseUrl).port);
		service = await startService({
			port,
			apiKey: 'new-api-key',
			sizes: { customers: 121, customerGroups: 7 },
		});
		const renewed = activate({ stored: trigger.stored });
		expect(eventsOf(await renewed.poll())).toEqual(['created C000121']);
	});
});

describe('what the trigger does not believe', () => {
	it('is a list that is suddenly empty', async () => {
		const trigger = await activated();
		const before = trigger.stored;
		service.setFaults([
			{ kind: 'envelope', set: { Payload: [] } },
			{ kind: 'headers', set: { 'x-page-more': null } },
		]);
		await expect(trigger.poll()).rejects.toThrow('120 of 120 records are gone');
		service.setFaults([]);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.stored).toEqual(before);
	});

	it('is a list of which more is gone than the maximum', async () => {
		const trigger = await activated();
		const { stored } = trigger;
		const half = customers().page(60, 60);
		for (let count = 0; count < 60; count++) customers().remove(60);
		for (let poll = 0; poll < 2; poll++) {
			await expect(trigger.poll()).rejects.toThrow(
				"60 of 120 records are gone, more than 'Max Removals (%)' allows (20%)",
			);
			expect(trigger.stored).toEqual(stored);
		}
		for (const record of half) customers().insert(record);
		expect(await trigger.poll()).toBeNull();
	});

	it('is a list of which more is gone, when n8n restarts meanwhile', async () => {
		const { stored } = await activated();
		for (let count = 0; count < 60; count++) customers().remove(60);
		const restarted = activate({ stored, parameters: { events: ALL_EVENTS } });
		const log = vi.spyOn(restarted.logger, 'warn');
		expect(await restarted.poll()).toBeNull();
		expect(log.mock.calls).toEqual([[expect.stringContaining('60 of 120 records are gone')]]);
		expect(restarted.stored).toEqual(stored);
		await expect(restarted.poll()).rejects.toThrow('60 of 120 records are gone');
	});

	it('is the removal of a record that slipped between two pages', async () => {
		const page = customers().page.bind(customers());
		vi.spyOn(customers(), 'page').mockImplementation((offset, limit) => {
			// Such a service cannot be read with pages that overlap.
			if (offset % 50 > 0) throw Object.assign(new Error('Not a page'), { statusCode: 400 });
			return page(offset, limit);
		});
		const trigger = await activated({ parameters: { options: { parallelRequests: 1 } } });
		service.requests.length = 0;
		// A record before the third page is removed during the second one, and then comes back.
		const [first = {}] = customers().page(0, 1);
		service.setFaults([{ kind: 'hang', ms: 50, offset: 60 }]);
		const polling = trigger.poll();
		await vi.waitFor(() => expect(service.requests.some(({ offset }) => offset === 50)).toBe(true));
		customers().remove(0);
		expect(await polling).toEqual([]);
		service.setFaults([]);
		customers().insert(first, 0);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toBeNull();
	});

	it('is that records went when the list grows by more than a page during the read', async () => {
		const trigger = await activated();
		const page = customers().page.bind(customers());
		let grown = false;
		vi.spyOn(customers(), 'page').mockImplementation((offset, limit) => {
			if (offset > 90 && !grown) {
				grown = true;
				for (let extra = 0; extra < 100; extra++) customers().insert({ Code: `NEW${extra}` }, 0);
			}
			return page(offset, limit);
		});
		const items = (await trigger.poll()) ?? [];
		expect(items.filter(({ event }) => event !== 'created')).toEqual([]);
		const others = (await trigger.poll()) ?? [];
		expect(items.length + others.length).toBe(100);
	});

	it('is no other poll where that is of another trigger', async () => {
		const triggers = ['one', 'other'].map((id) => activate({ settings: { id } }));
		await Promise.all(triggers.map((trigger) => trigger.poll()));
		customers().insert({ Code: 'NEW' });
		const outputs = await Promise.all(triggers.map((trigger) => trigger.poll()));
		expect(outputs.map(eventsOf)).toEqual([['created NEW'], ['created NEW']]);
	});

	it('is its own other poll: one that begins while another runs ends at once', async () => {
		const trigger = await activated();
		service.setFaults([{ kind: 'hang', ms: 300, offset: 96, times: 1 }]);
		const slow = trigger.poll();
		customers().upsert(5, { ...customers().at(5), Name: 'New name' });
		const { length } = service.requests;
		expect(await trigger.poll()).toBeNull();
		expect(service.requests).toHaveLength(length);
		expect(eventsOf(await slow)).toEqual(['updated C000006']);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a poll that cannot be finished', () => {
	const leavesTheStateAlone = async (trigger: ActiveTrigger, message: RegExp) => {
		const before = trigger.stored;
		await expect(trigger.poll()).rejects.toThrow(message);
		expect(trigger.stored).toEqual(before);
	};

	it('ends with a message and keeps the state when the service is down', async () => {
		const trigger = await activated({ parameters: { options: { maxRetries: 0 } } });
		customers().insert({ Code: 'NEW' });
		service.setFaults([{ kind: 'status', status: 503, offset: 50 }]);
		await leavesTheStateAlone(trigger, /The service is unavailable/);
		service.setFaults([]);
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
	});

	it('says what to change when the list is too long for the time of a poll', async () => {
		const trigger = await activated();
		trigger.budget = 300;
		service.setFaults([{ kind: 'hang', offset: 50 }]);
		const before = trigger.stored;
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'The list takes longer to read than n8n allows for a poll',
			description:
				"This poll reached offset 50. Under 'Options', raise 'Parallel Requests' or lower 'Interval Between Requests', or use the Customer Data node with a Schedule Trigger, which has no such limit.",
		});
		expect(trigger.stored).toEqual(before);
	});

	it.each([
		['busy', { kind: 'status', status: 503, retryAfter: 60 }, /The service is unavailable/],
		['silent', { kind: 'hang' }, /The service did not respond within 0.27 seconds/],
	] as const)(
		'says when a poll runs out of time because the service is %s',
		async (_, fault, message) => {
			const trigger = await activated();
			service.setFaults([fault]);
			trigger.budget = 300;
			await leavesTheStateAlone(trigger, message);
		},
	);

	it('has no time limit on hosts that set none', async () => {
		const trigger = await activated();
		trigger.older = true;
		trigger.budget = 1;
		customers().insert({ Code: 'NEW' });
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
		service.setFaults([{ kind: 'status', status: 401 }]);
		await leavesTheStateAlone(trigger, /did not accept the API key/);
	});

	it('names the field and the offset of a record without the key', async () => {
		const trigger = await activated();
		customers().insert({ Name: 'No code' }, 60);
		await leavesTheStateAlone(trigger, /The record at offset 60 has no value in 'Code'/);
	});

	it('names the field and the key that two records share', async () => {
		const trigger = await activated();
		customers().insert({ Code: 'C000061', Name: 'Twin' }, 60);
		await leavesTheStateAlone(
			trigger,
			/^'Code' does not identify a record: two different records, at offsets 60 and 61, share "C000061"$/,
		);
	});

	it('names the key that two records on different pages share', async () => {
		const trigger = await activated();
		customers().insert({ Code: 'C000011', Name: 'Twin' }, 110);
		await leavesTheStateAlone(
			trigger,
			/^'Code' does not identify a record: two different records, at offsets 10 and 110, share "C000011"$/,
		);
	});

	it('leaves out records that no key tells apart where that is wanted, and emits them once they are mended', async () => {
		const options = { unidentified: 'leaveOut' };
		const trigger = await activated({ parameters: { options } });
		customers().insert({ Name: 'No code' }, 60);
		customers().insert({ Code: 'C000011', Name: 'Twin' }, 110);
		const log = vi.spyOn(trigger.logger, 'info');
		for (let poll = 0; poll < 4; poll++) expect(await trigger.poll()).toBeNull();
		expect(log.mock.calls.at(-1)).toEqual([expect.stringMatching(/, left out: 3$/)]);
		customers().upsert(60, { Code: 'MENDED' });
		customers().upsert(110, { Code: 'C000011B', Name: 'Twin' });
		customers().upsert(10, { ...customers().at(10), Name: 'New name' });
		expect(eventsOf(await trigger.poll())).toEqual([
			'updated C000011',
			'created MENDED',
			'created C000011B',
		]);
	});

	it.each([
		[{ keyField: locator('') }, "'Identify Records By' is empty"],
		[{ events: [] }, "'Trigger On' is empty"],
		[
			{ resource: 'other', operationName: 'no name' },
			"'Operation Name' contains characters that are not allowed",
		],
		[{ options: { parallelRequests: 99 } }, "'Parallel Requests' must be a whole number"],
		[{ options: { ignoreFields: 7 } }, "'Ignore Field Names or IDs' must be a list of field names"],
		[{ options: { unidentified: 'skip' } }, "'Records Without a Unique Key' must be one of its"],
	])('is refused before any request: %j', async (parameters, message) => {
		await expect(activate({ parameters }).poll()).rejects.toThrow(message);
		expect(service.requests).toEqual([]);
	});
});

describe('the activation', () => {
	it('is refused with a message when the API key is wrong', async () => {
		const credential = { ...credentialFor(service), apiKey: 'wrong' };
		await expect(activate({ credential }).poll()).rejects.toThrow(
			'The service did not accept the API key or the company ID',
		);
	});

	it.each([429, 503])(
		'is not refused after a transient status %d, and the next poll tries again',
		async (status) => {
			service.setFaults([{ kind: 'status', status }]);
			const trigger = activate({ parameters: { options: { maxRetries: 0 } } });
			const log = vi.spyOn(trigger.logger, 'warn');
			expect(await trigger.poll()).toBeNull();
			expect(log.mock.calls).toEqual([
				[expect.stringMatching(/^The service is .* \(status \d+\)\. The next poll tries again\.$/)],
			]);
			service.setFaults([]);
			// An empty run, so that n8n stores what the next polls compare with.
			expect(await trigger.poll()).toEqual([]);
			customers().insert({ Code: 'NEW' });
			expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
		},
	);
});

describe("n8n's durable scheduler, which stores the state only with a run", () => {
	let stored: TriggerSetting['stored'];

	/** A poll as the scheduler runs it: from the stored state, in a new context. */
	async function scheduledPoll(parameters: TriggerSetting['parameters'] = { events: ALL_EVENTS }) {
		const trigger = activate({ parameters, activation: 'update', ...(stored && { stored }) });
		const items = await trigger.poll();
		if (items !== null) ({ stored } = trigger);
		return eventsOf(items);
	}

	beforeEach(async () => {
		stored = (await activated()).stored;
	});

	it('emits new and changed records, and removals two polls later', async () => {
		customers().upsert(5, { ...customers().at(5), Name: 'New name' });
		expect(await scheduledPoll()).toEqual(['updated C000006']);
		expect(await scheduledPoll()).toBeNull();
		customers().remove(0);
		expect([await scheduledPoll(), await scheduledPoll()]).toEqual([[], []]);
		expect(await scheduledPoll()).toEqual(['removed C000001']);
		expect(await scheduledPoll()).toBeNull();
	});

	it('emits a change once when polls run at the same time, each from the same state', async () => {
		customers().insert({ Code: 'NEW' });
		const parameters = { events: ALL_EVENTS };
		const start = () => activate({ parameters, activation: 'update', ...(stored && { stored }) });
		const late = start();
		const outputs = await Promise.all([start().poll(), start().poll()]);
		outputs.push(await late.poll());
		expect(outputs.filter((items) => items !== null).map(eventsOf)).toEqual([['created NEW']]);
	});

	it('emits no removal of a record that two reads missed, but not in a row', async () => {
		const [first = {}] = customers().page(0, 1);
		customers().remove(0);
		expect(await scheduledPoll()).toEqual([]);
		customers().insert(first, 0);
		expect(await scheduledPoll()).toEqual([]);
		customers().remove(0);
		expect(await scheduledPoll()).toEqual([]);
	});

	it('reports every failure in a row but the first, and that one, too, where it cannot pass', async () => {
		service.setFaults([{ kind: 'status', status: 503 }]);
		expect(await scheduledPoll()).toBeNull();
		for (let poll = 0; poll < 3; poll++) {
			await expect(scheduledPoll()).rejects.toThrow('The service is unavailable');
		}
		service.setFaults([]);
		expect(await scheduledPoll()).toBeNull();
		service.setFaults([{ kind: 'status', status: 401 }]);
		await expect(scheduledPoll()).rejects.toThrow('did not accept');
		service.setFaults([]);
		expect(await scheduledPoll()).toBeNull();
		service.setFaults([{ kind: 'status', status: 503 }]);
		expect(await scheduledPoll()).toBeNull();
		service.setFaults([]);
		expect(await scheduledPoll()).toBeNull();
		service.setFaults([{ kind: 'status', status: 503 }]);
		expect(await scheduledPoll()).toBeNull();
	});

	it('is not given up when a changed workflow is published while the service is down', async () => {
		service.setFaults([{ kind: 'status', status: 503 }]);
		const options = { maxRetries: 0 };
		const parameters = { events: ALL_EVENTS, options };
		const trigger = activate({ parameters, activation: 'update', ...(stored && { stored }) });
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow('The service is unavailable');
	});

	it('starts without a stored state', async () => {
		stored = undefined;
		expect(await scheduledPoll()).toEqual([]);
		customers().insert({ Code: 'NEW' });
		expect(await scheduledPoll()).toEqual(['created NEW']);
	});
});

describe('a test of the trigger', () => {
	it('emits a few real records as the chosen events, but none as removed, and leaves the state alone', async () => {
		const trigger = activate({ mode: 'manual', parameters: { events: ALL_EVENTS } });
		const items = (await trigger.poll()) ?? [];
		expect(eventsOf(items)).toEqual(['created C000001', 'updated C000002', 'removed sample']);
		expect(items[0]).toHaveProperty('record', customers().at(0));
		expect(items[2]).toHaveProperty('record', null);
		expect(service.requests).toHaveLength(1);
		expect(trigger.stored).toEqual({});
	});

	it('names a record without the field that identifies records', async () => {
		const parameters = { keyField: locator('Number') };
		await expect(activate({ mode: 'manual', parameters }).poll()).rejects.toThrow(
			"The record at offset 0 has no value in 'Number'",
		);
	});

	it.each([
		[2, "The record at offset 2 has no value in 'Code'"],
		[3, undefined],
	])(
		'needs as many records with that field as there are events: not at %d',
		async (place, message) => {
			customers().insert({ Name: 'Nobody' }, place);
			const polling = activate({ mode: 'manual', parameters: { events: ALL_EVENTS } }).poll();
			if (message) await expect(polling).rejects.toThrow(message);
			else expect(await polling).toHaveLength(3);
		},
	);

	it('may name a field that records behind the first page have', async () => {
		customers().insert({ Code: 'LAST', Fax: '1' });
		const parameters = { options: { fields: ['Fax'] } };
		expect(await activate({ mode: 'manual', parameters }).poll()).toHaveLength(2);
	});

	it('leaves out a record without that field where that is wanted', async () => {
		customers().insert({ Name: 'Nobody' }, 0);
		const parameters = { options: { unidentified: 'leaveOut' } };
		const items = await activate({ mode: 'manual', parameters }).poll();
		expect(eventsOf(items)).toEqual(['created C000001', 'updated C000002']);
	});

	it('outputs the chosen fields alone', async () => {
		const parameters = { options: { fields: ['Name'] } };
		const [item] = (await activate({ mode: 'manual', parameters }).poll()) ?? [];
		expect(item).toMatchObject({ key: 'C000001' });
		expect(item?.record).toEqual({ Name: customers().at(0)?.Name });
	});

	it('names a field that no record has', async () => {
		const parameters = { resource: 'customerGroup', options: { fields: ['Shoe Size'] } };
		await expect(activate({ mode: 'manual', parameters }).poll()).rejects.toThrow(
			"No record has a field named 'Shoe Size'",
		);
	});

	it('emits nothing when the list is empty', async () => {
		const empty = await startService({ sizes: { customers: 0 } });
		const trigger = activate({ mode: 'manual', credential: credentialFor(empty) });
		expect(await trigger.poll()).toBeNull();
		await empty.close();
	});
});

describe('Identify Records By', () => {
	it('offers the fields that tell the first records apart, and searches them', async () => {
		const names = async (filter?: string) => (await searchFields(filter)).map(({ name }) => name);
		const all = await names();
		expect(all).toEqual(expect.arrayContaining(['Code', 'Email']));
		expect(all).not.toContain('GroupCode');
		expect(await names('cO')).toEqual(all.filter((name) => /co/i.test(name)));
		customers().upsert(1, { ...customers().at(1), Email: customers().at(0)?.Email });
		customers().upsert(3, { Code: 'C' });
		expect(await names()).toEqual(['Code']);
	});

	it('offers nothing when the list is empty', async () => {
		const empty = await startService({ sizes: { customers: 0 } });
		const parameters = { resource: 'customer' };
		expect(await listSearch('searchFields', credentialFor(empty), parameters, TYPE)).toEqual([]);
		await empty.close();
	});

	it('is not needed for customer groups', async () => {
		const trigger = await activated({
			parameters: { resource: 'customerGroup', keyField: locator('') },
		});
		service.lists.GetCustomerGroups.insert({ Code: 'G' });
		expect(eventsOf(await trigger.poll())).toEqual(['created G']);
	});

	it('offers the same fields for Ignore Field Names or IDs', async () => {
		const offered = await loadOptions(
			'getFields',
			credentialFor(service),
			{ resource: 'customer' },
			TYPE,
		);
		expect(offered.map(({ name }) => name)).toEqual(Object.keys(customers().at(0) ?? {}).sort());
	});

	async function searchFields(filter?: string): Promise<Array<{ name: string }>> {
		return await listSearch(
			'searchFields',
			credentialFor(service),
			{ resource: 'customer' },
			TYPE,
			filter,
		);
	}
});
