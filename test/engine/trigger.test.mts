import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DataRecord } from '../../service/records.mts';
import type { Fault } from '../../service/server.mts';
import { expectOutcome, recordsIn, SIGNS, storiesIn } from '../support/stories.mts';
import { credentialFor, serveOnly, servePages, useOwnService } from './support/service.mts';
import { withoutJitter } from './support/time.mts';
import { ActiveTrigger, eventsOf, locator, type TriggerSetting } from './support/trigger.mts';

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

	it("says in n8n's log that nothing is remembered", async () => {
		const trigger = activate();
		const log = vi.spyOn(trigger.logger, 'info');
		await trigger.poll();
		expect(log.mock.calls).toEqual([
			['Node: This trigger remembers nothing of this list, so this poll is its first'],
			[expect.stringContaining('events: 0')],
		]);
	});
});

describe('a later poll', () => {
	/** Polls after a few changes. */
	async function emitted(poll: () => Promise<IDataObject[] | null>) {
		rename(5);
		add('NEW');
		customers().remove(0);
		const outputs = [];
		for (let nth = 0; nth < 4; nth++) outputs.push((await poll()) ?? null);
		return outputs;
	}
	const eventId = expect.stringMatching(/^\S{11}$/);
	const changed = [
		expect.objectContaining({ event: 'updated', key: 'C000006' }),
		{ event: 'created', key: 'NEW', record: { Code: 'NEW' }, eventId },
	];
	const removed = [{ event: 'removed', key: 'C000001', record: null, eventId }];

	it('emits new and changed records, and removals two polls later', async () => {
		const trigger = await activated();
		const outputs = await emitted(async () => await trigger.poll());
		expect(outputs).toEqual([changed, null, removed, null]);
	});

	it('reads a list in which thirty customers stand twice, thirty places apart, like any other', async () => {
		const all = customers().page(0, 120);
		serveOnly(service(), [...all.slice(0, 30), ...all]);
		const trigger = await activated();
		expect(await trigger.poll()).toBeNull();
		rename(75);
		const { Code } = customers().at(75) ?? {};
		expect(eventsOf(await trigger.poll())).toBe(`~${String(Code)}`);
	});

	it('outputs null in place of empty text, and takes it for no change when that is turned off', async () => {
		const parameters = { options: { emptyAsNull: true, emitExisting: true } };
		const first = activate({ parameters });
		customers().insert({ Code: 'NEW', Fax: '', Lines: ['', 'x'] });
		const output = (await first.poll())?.at(-1);
		expect(output?.record).toEqual({ Code: 'NEW', Fax: null, Lines: [null, 'x'] });
		const { stored } = first;
		expect(await activate({ stored }).poll()).toBeNull();
	});

	it('knows a code again that turns from a number to text or is padded, and outputs it as text', async () => {
		const steps: Array<[DataRecord[], string?]> = [
			[[{ Code: 7 }, { Code: 470 }]],
			[[{ Code: '7' }, { Code: '470' }]],
			[[{ Code: 7 }, { Code: 470 }]],
			[[{ Code: '470   ' }], '~"470"'],
			[[{ Code: 470 }], '~"470"'],
			[[{ Code: '470   ' }], '~"470" -"7"'],
			[[]],
			[[]],
			[[], '-"470"'],
			[[{ Code: 470 }], '+"470"'],
		];
		const trigger = activate();
		for (const [records, events] of steps) {
			serveOnly(service(), [...records, { Code: 'Z' }]);
			const found = await trigger.poll();
			const told = found?.map(({ event, key }) => SIGNS[String(event)] + JSON.stringify(key));
			expect(told?.join(' ')).toBe(events);
		}
	});

	it("goes on where the last record that had a chosen field has emptied it, and says so in n8n's log", async () => {
		customers().upsert(3, { ...customers().at(3), Telex: '1' });
		const trigger = await activated({ parameters: { options: { fields: ['Name', 'Telex'] } } });
		const log = vi.spyOn(trigger.logger, 'warn');
		const { Telex, ...emptied } = customers().at(3) ?? {};
		expect(Telex).toBe('1');
		customers().upsert(3, emptied);
		expect(eventsOf(await trigger.poll())).toBe('~C000004');
		rename(5);
		expect(eventsOf(await trigger.poll())).toBe('~C000006');
		const line = "Node: No record has a value any more in 'Telex'";
		expect(log.mock.calls).toEqual([[line]]);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		["add it to 'Ignore Field", {}, { Email: '' }],
		["remove it from 'Field", { fields: ['Name', 'Email'] }, { Email: undefined }],
	])(
		'fails where no record has a value any more in a field, watched whole or chosen: %s',
		async (advice, options, lost) => {
			const { stored } = await activated({ parameters: { options } });
			const all = customers().page(0, 120);
			serveOnly(
				service(),
				all.map((record) => JSON.parse(JSON.stringify({ ...record, ...lost }))),
			);
			const trigger = activate({ stored, parameters: { options } });
			const log = vi.spyOn(trigger.logger, 'warn');
			// Publishing goes on, because it may pass.
			expect(await trigger.poll()).toBeNull();
			const message = "No record has a value any more in 'Email'";
			expect(log.mock.calls).toEqual([[`${message}. The next poll tries again.`]]);
			const failed = { message, description: expect.stringContaining(advice) };
			await expect(trigger.poll()).rejects.toMatchObject(failed);
			expect(trigger.stored).toEqual(stored);
			serveOnly(service(), [...all, { Code: 'NEW' }]);
			expect(eventsOf(await trigger.poll())).toBe('+NEW');
		},
	);

	it("starts empty runs for what n8n's durable scheduler stores only with a run", async () => {
		let { stored } = await activated();
		const outputs = await emitted(async () => {
			const trigger = activate({ activation: 'update', stored });
			const items = await trigger.poll();
			if (items !== null) ({ stored } = trigger);
			return items;
		});
		expect(outputs).toEqual([changed, [], removed, null]);
	});

	it('starts no empty run where n8n keeps a durable cursor', async () => {
		const first = await activated({ cursor: {} });
		// In an activation, n8n 2.41 stores no cursor.
		const { stored } = first;
		let cursor: IDataObject | undefined = {};
		const outputs = await emitted(async () => {
			const trigger = activate({ activation: 'update', stored, cursor });
			const items = await trigger.poll();
			({ cursor } = trigger);
			return items;
		});
		expect(outputs).toEqual([changed, null, removed, null]);
	});

	it('starts an empty run for what only n8n itself remembers, and later changes depend on', async () => {
		const trigger = await activated({ parameters: { events: ['updated'] } });
		rename(5);
		expect(eventsOf(await trigger.poll())).toBe('~C000006');
		add('NEW');
		expect(await trigger.poll()).toEqual([]);
		customers().remove(0);
		expect([await trigger.poll(), await trigger.poll()]).toEqual([null, null]);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toBeNull();
	});

	it('continues after a rename, and begins anew as a copy of the node', async () => {
		const { stored } = await activated();
		add('NEW');
		const copy = activate({ stored, settings: { id: 'copy', name: 'Copy' } });
		expect(await copy.poll()).toBeNull();
		const renamed = activate({ stored: copy.stored, settings: { name: 'Renamed' } });
		expect(eventsOf(await renamed.poll())).toBe('+NEW');
		expect(Object.keys(renamed.stored).sort()).toEqual(['node:Copy', 'node:Renamed']);
	});

	it("says in n8n's log what it took and found", async () => {
		const { stored } = await activated();
		add('NEW');
		customers().insert({ Name: 'No code' });
		// What waits for its turn when the list ends is no request.
		const options = { requestInterval: 250, unidentified: 'leaveOut' };
		add('NEWER');
		const trigger = activate({ stored, parameters: { options: { ...options, maxEvents: 1 } } });
		const log = vi.spyOn(trigger.logger, 'info');
		await trigger.poll();
		const line =
			/^Node: records: 123, requests: 3, retries: 0, seconds: \d+\.\d, events: 1, waiting: 1, left out: 1, no record counts as missing$/;
		expect(log.mock.calls).toEqual([[expect.stringMatching(line)]]);
	});

	it.each<INodeParameters>([{ ignoreFields: ['ReadAs'] }, { fields: ['Name'] }, {}])(
		'knows pages with a time in every record again: %j',
		async (options) => {
			let served = 0;
			servePages(service(), (page) => page().map((record) => ({ ...record, ReadAs: ++served })));
			const trigger = activate({ parameters: { options } });
			const log = vi.spyOn(trigger.logger, 'info');
			await trigger.poll();
			const line = /\d, events: 0, left out: 0$/;
			expect(log).toHaveBeenLastCalledWith(expect.stringMatching(line));
		},
	);

	it.each<INodeParameters>([{ fields: ['Name'] }, { ignoreFields: ['Code', 'Fetched'] }])(
		'checks its pages by what is watched and by the identifier, where a field of some records differs in each of them: %j',
		async (options) => {
			serveOnly(
				service(),
				Array.from({ length: 120 }, (_, nth) => ({ Code: `C${nth}`, Name: 'Same' })),
			);
			let fetched = 0;
			servePages(service(), (page) => {
				fetched += 1;
				return page().map((record, nth) =>
					nth % 2 === 0 ? { ...record, Fetched: fetched } : record,
				);
			});
			const trigger = await activated({ parameters: { options } });
			const log = vi.spyOn(trigger.logger, 'info');
			customers().remove(0);
			expect([await trigger.poll(), await trigger.poll()]).toEqual([null, null]);
			expect(eventsOf(await trigger.poll())).toBe('-C0');
			expect(log.mock.calls.join()).not.toContain('no record counts as missing');
		},
	);

	it('counts no record as missing where pages do not overlap', async () => {
		servePages(service(), (page, offset) => page(offset - (offset % 50)));
		const trigger = activate();
		const log = vi.spyOn(trigger.logger, 'info');
		await trigger.poll();
		const line = /pages do not overlap, events: 0, left out: 0, no record counts as missing$/;
		expect(log).toHaveBeenLastCalledWith(expect.stringMatching(line));
	});
});

describe('a trigger that wants only some customers', () => {
	const activeOnly = { onlyRecords: { conditions: [{ field: 'Active', value: 'true' }] } };
	const parameters: INodeParameters = { ...activeOnly, options: { maxRemovals: 100 } };
	const deactivate = (index: number, Active = false) =>
		customers().upsert(index, { ...customers().at(index), Active });
	const [first, second] = ['C000001', 'C000002'];

	beforeEach(() => {
		for (let index = 0; index < 120; index++) deactivate(index, index > 0);
	});

	it('outputs who starts to meet the condition as created, and removes who no longer does two polls later', async () => {
		const trigger = await activated({ parameters });
		const log = vi.spyOn(trigger.logger, 'info');
		deactivate(0, true);
		deactivate(1);
		expect(eventsOf(await trigger.poll())).toBe(`+${first}`);
		const line = /^Node: records: 120, .* events: 1, left out: 0, not wanted: 1$/;
		expect(log.mock.calls).toEqual([[expect.stringMatching(line)]]);
		expect(await trigger.poll()).toBeNull();
		expect(eventsOf(await trigger.poll())).toBe(`-${second}`);
	});

	it('goes on after another condition is chosen, and stores that at once', async () => {
		const { stored } = await activated({ parameters });
		const next = activate({ stored, activation: 'update' });
		expect(await next.poll()).toEqual([]);
		rename(0);
		const last = activate({ stored: next.stored });
		expect(eventsOf(await last.poll())).toBe(`~${first}`);
	});

	it('is not published with a condition on a field that no record has', async () => {
		const conditions = [{ field: 'Actif', value: 'true' }];
		const trigger = activate({ parameters: { onlyRecords: { conditions } } });
		await expect(trigger.poll()).rejects.toThrow("No record has a field named 'Actif'");
	});

	const tested = async (condition: INodeParameters) => {
		const onlyRecords = { conditions: [condition] };
		const given = { onlyRecords, events: ['created', 'updated'] };
		return eventsOf(await activate({ mode: 'manual', parameters: given }).poll());
	};

	it('shows those who meet the condition in a test, and reads on until it has some', async () => {
		expect(await tested({ field: 'Active', value: 'true' })).toBe('+C000002 ~C000003');
		expect(await tested({ field: 'Code', value: 'C000111' })).toBe('+C000111 ~C000111');
		customers().remove(0, 120);
		expect(await tested({ field: 'Code', value: 'C000111' })).toBeNull();
	});

	it('says in a test that nobody meets the condition, or that no record has its field', async () => {
		const nobody = tested({ field: 'Active', value: 'maybe' });
		await expect(nobody).rejects.toMatchObject({
			message: "'Only Records With' would leave out all 120 records",
			description: expect.stringContaining("in the first record, 'Active' is false."),
		});
		const unknown = tested({ field: 'Actif', value: 'true' });
		await expect(unknown).rejects.toThrow("No record has a field named 'Actif'");
	});
});

describe('a test of the trigger', () => {
	const tested = (options: INodeParameters = {}, parameters: INodeParameters = {}) =>
		activate({ mode: 'manual', parameters: { options, ...parameters } });

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
		expect(eventsOf(await tested().poll())).toBe('+C000001 ~C000001 -sample');
		customers().remove(0);
		expect(await tested().poll()).toBeNull();
	});

	it('names a record without a key among the first, as many as there are events', async () => {
		customers().insert({ Name: 'Nobody' }, 3);
		expect(await tested().poll()).toHaveLength(3);
		customers().remove(0);
		await expect(tested().poll()).rejects.toThrow('Record 3 in the list (Nobody)');
		customers().remove(0, 2);
		const leftOut = await tested({ unidentified: 'leaveOut' }).poll();
		expect(eventsOf(leftOut)).toBe('+C000004 ~C000005 -sample');
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

describe('two polls at the same time', () => {
	it('of two triggers do not get in the way of each other', async () => {
		const triggers = ['one', 'other'].map((id) => activate({ settings: { id } }));
		await Promise.all(triggers.map((trigger) => trigger.poll()));
		add('NEW');
		const outputs = await Promise.all(triggers.map((trigger) => trigger.poll()));
		expect(outputs.map(eventsOf)).toEqual(['+NEW', '+NEW']);
	});

	it('of one trigger are one: the later ends at once', async () => {
		const trigger = await activated();
		service().requests.length = 0;
		rename(5);
		const [slow, late] = [trigger.poll(), trigger.poll()];
		expect(await late).toBeNull();
		expect(service().requests).toEqual([]);
		expect(eventsOf(await slow)).toBe('~C000006');
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a poll that cannot be finished', () => {
	it.each<[string, string, Fault, number?]>([
		// Without a number, n8n sets no limit.
		['The service is unavailable', 'Try again', { ...DOWN, offset: 60 }],
		['The service did not accept the API key', 'Check both', { kind: 'status', status: 401 }],
		['The service is unavailable', 'Try again', { ...DOWN, headers: { 'retry-after': '60' } }, 300],
		['The list takes longer', 'This poll reached offset 0.', { kind: 'hang' }, 300],
		['The list takes longer', 'This poll reached offset 50.', { kind: 'hang', offset: 60 }, 1_500],
	])('says why, and keeps the state: %s. %s with %j', async (message, advice, fault, budget) => {
		const trigger = await activated();
		const { stored } = trigger;
		trigger.budget = budget;
		add('NEW');
		service().setFaults([fault]);
		const spy = vi.spyOn(AbortSignal, 'timeout');
		await expect(trigger.poll()).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining(advice),
		});
		const limits = spy.mock.calls.flat();
		spy.mockRestore();
		// Before n8n ends it, and drops what it says.
		if (budget) expect(Math.min(...limits)).toBeLessThan(budget);
		expect(trigger.stored).toEqual(stored);
		service().setFaults([]);
		trigger.budget = 300_000;
		expect(eventsOf(await trigger.poll())).toBe('+NEW');
	});
});

const SETTINGS: Record<string, INodeParameters> = {
	'ignoring the code': { ignoreFields: ['Code'] },
	'leaving out': { unidentified: 'leaveOut' },
	'choosing the name': { fields: ['Name'] },
};

/** What each poll finds, and outputs. */
const STORIES = `
outputs removals where the identifier is ignored (ignoring the code): a1 b1 c1 → | 2× a1 c1 → | a1 c1 → -b
tells records apart by the identifier, too (choosing the name): [0…59] → | 2× [1…59] → | [1…59] → -0
refuses half a list, although one without a code is left out (leaving out): [0…59] → | [30…59] _9 → ! 30 of 60 records | [30…59] _9 → ! 30 of 60 records
`;

it.each(storiesIn(STORIES))('the trigger %s', async (_, steps) => {
	const trigger = activate({ parameters: { options: { ...SETTINGS[steps[0]?.settings ?? ''] } } });
	for (const { given, outcome } of steps) {
		serveOnly(service(), recordsIn(given));
		const found = await trigger.poll().then(eventsOf, ({ message }) => `! ${message}`);
		expectOutcome([found ?? ''], outcome);
	}
});

it('the trigger says in the log of a missing key which may be the same, and outputs no removal', async () => {
	serveOnly(service(), recordsIn('a1 c1'));
	const trigger = await activated();
	serveOnly(service(), recordsIn('a1 C1'));
	const log = vi.spyOn(trigger.logger, 'warn');
	const outputs = [await trigger.poll(), await trigger.poll(), await trigger.poll()];
	expect(outputs.map(eventsOf)).toEqual(['+C', null, null]);
	const line =
		'Node: "c" is missing, but the list has "C". It is not output as removed, because it may be the same record';
	expect(log.mock.calls).toEqual([[line]]);
});

describe('an activation', () => {
	it('is refused where all records share the identifier, with what to do', async () => {
		serveOnly(service(), recordsIn('a1 b1 c1'));
		const options = { unidentified: 'leaveOut' };
		const trigger = activate({ parameters: { keyField: locator('Name'), options } });
		await expect(trigger.poll()).rejects.toThrow(
			/^3 of 3 records would be left out: .* Choose a field for 'Identify Records By'/,
		);
	});

	it('is not refused while the service is down, and the next poll tries again', async () => {
		service().setFaults([DOWN]);
		const trigger = activate();
		const log = vi.spyOn(trigger.logger, 'warn');
		expect(await trigger.poll()).toBeNull();
		const line = 'The service is unavailable (status 503). The next poll tries again.';
		expect(log.mock.calls).toEqual([[line]]);
		await expect(trigger.poll()).rejects.toThrow('The service is unavailable');
		service().setFaults([]);
		// An empty run, so that n8n stores what the next polls compare with.
		expect(await trigger.poll()).toEqual([]);
		add('NEW');
		expect(eventsOf(await trigger.poll())).toBe('+NEW');
	});

	it.each(['activate', 'update'] as const)(
		'is refused where trying again does not help, in one message, which is all that n8n shows: %s',
		async (activation) => {
			const setting = { activation, stored: (await activated()).stored };
			service().setFaults([{ kind: 'status', status: 401 }]);
			const trigger = activate(setting);
			const message =
				/did not accept the API key .*\(status 401\)\. .*Check both in the credential/s;
			await expect(trigger.poll()).rejects.toThrow(message);
			const later = { message: expect.not.stringContaining('Check both') };
			await expect(trigger.poll()).rejects.toMatchObject(later);
		},
	);

	it.each(['init', 'leadershipChange'] as const)(
		'is never refused when nobody reads the message, or the trigger would stay off: %s',
		async (activation) => {
			const { stored } = await activated();
			service().setFaults([{ kind: 'status', status: 401 }]);
			const trigger = activate({ activation, stored });
			const log = vi.spyOn(trigger.logger, 'warn');
			expect(await trigger.poll()).toBeNull();
			const line = /^The service did not accept the API key .* The next poll tries again\.$/;
			expect(log.mock.calls).toEqual([[expect.stringMatching(line)]]);
			await expect(trigger.poll()).rejects.toThrow('did not accept the API key');
			service().setFaults([]);
			add('NEW');
			expect(eventsOf(await trigger.poll())).toBe('+NEW');
		},
	);

	it('is not refused while too many records are missing, which the next polls do not believe', async () => {
		const { stored } = await activated();
		const gone = customers().page(60, 60);
		customers().remove(60, 60);
		const trigger = activate({ stored });
		const log = vi.spyOn(trigger.logger, 'warn');
		expect(await trigger.poll()).toBeNull();
		expect(log.mock.calls).toEqual([[expect.stringContaining('60 of 120 records')]]);
		await expect(trigger.poll()).rejects.toThrow('60 of 120 records');
		expect(trigger.stored).toEqual(stored);
		for (const record of gone) customers().insert(record);
		expect(await trigger.poll()).toBeNull();
	});
});

describe("a poll of n8n's durable scheduler", () => {
	/** As n8n makes it for one poll, from the stored state, in a new context. */
	const scheduled = (stored: IDataObject) => activate({ activation: 'update', stored });

	it('emits nothing where it begins with the state of before another poll', async () => {
		const { stored } = await activated();
		add('NEW');
		const late = scheduled(stored);
		const both = await Promise.all([scheduled(stored).poll(), scheduled(stored).poll()]);
		both.push(await late.poll());
		expect(both.filter((items) => items !== null).map(eventsOf)).toEqual(['+NEW']);
	});

	it('reports every failure', async () => {
		const { stored } = await activated();
		service().setFaults([DOWN]);
		for (let nth = 0; nth < 2; nth++) {
			await expect(scheduled(stored).poll()).rejects.toThrow('The service is unavailable');
		}
	});
});
