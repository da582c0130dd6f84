import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../service/server.mts';
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

	it.each<[string, Partial<TriggerSetting>]>([
		['a new trigger', { stored: {} }],
		['a trigger that now watches another list', { parameters: { resource: 'customerGroup' } }],
		['a copy of a trigger', { settings: { id: 'copy' } }],
	])("says in n8n's log that nothing is remembered, for %s", async (_, setting) => {
		const { stored } = await activated();
		const trigger = activate({ stored, ...setting });
		const log = vi.spyOn(trigger.logger, 'info');
		await trigger.poll();
		expect(log.mock.calls).toEqual([
			['Node: This trigger remembers nothing of this list, so this poll is its first'],
			[expect.stringContaining('events: 0')],
		]);
	});
});

describe('a list in which thirty customers stand twice, thirty places apart', () => {
	it('is watched like any other: each change is output, and none besides', async () => {
		const all = customers().page(0, 120);
		serveOnly(service(), [...all.slice(0, 30), ...all]);
		const trigger = await activated();
		expect(await trigger.poll()).toBeNull();
		rename(75);
		const { Code } = customers().at(75) ?? {};
		expect(eventsOf(await trigger.poll())).toEqual([`updated ${String(Code)}`]);
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

	it('outputs null in place of empty text, and takes it for no change when that is turned off', async () => {
		const parameters = { options: { emptyAsNull: true, emitExisting: true } };
		const first = activate({ parameters });
		customers().insert({ Code: 'NEW', Fax: '', Lines: ['', 'x'] });
		const output = (await first.poll())?.at(-1);
		expect(output?.record).toEqual({ Code: 'NEW', Fax: null, Lines: [null, 'x'] });
		const { stored } = first;
		expect(await activate({ stored }).poll()).toBeNull();
	});

	it('emits removals where the identifier itself is ignored', async () => {
		const list = customers();
		list.remove(0, list.length);
		for (const Code of ['A', 'B', 'C']) list.insert({ Code, Name: 'Same' });
		const trigger = await activated({ parameters: { options: { ignoreFields: ['Code'] } } });
		list.remove(1);
		const outputs = [];
		for (let nth = 0; nth < 3; nth++) outputs.push(eventsOf(await trigger.poll()));
		expect(outputs).toEqual([null, null, ['removed B']]);
	});

	it('takes a number that becomes its text, or the reverse, for no change, also as the identifier', async () => {
		const numbers = [470, 7, 12.5].map((Code) => ({
			Code,
			Limit: Code,
			Zip: '0470',
			Lines: [{ Code }],
		}));
		const texts: IDataObject[] = JSON.parse(
			JSON.stringify(numbers, (_, value) => (typeof value === 'number' ? String(value) : value)),
		);
		const serve = (records: IDataObject[]) => {
			customers().remove(0, customers().length);
			for (const record of records) customers().insert(record);
		};
		serve(numbers);
		const trigger = await activated();
		for (const records of [texts, numbers, texts]) {
			serve(records);
			expect(await trigger.poll()).toBeNull();
		}
		const other = { ...texts[0], Zip: 470 };
		serve([other, ...numbers.slice(2)]);
		expect(await trigger.poll()).toMatchObject([{ event: 'updated', key: '470', record: other }]);
		expect(await trigger.poll()).toBeNull();
		// As the list had it last.
		expect(await trigger.poll()).toMatchObject([{ event: 'removed', key: '7' }]);
		serve(numbers.slice(1));
		expect(await trigger.poll()).toMatchObject([{ event: 'created', key: 7 }]);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toMatchObject([{ event: 'removed', key: '470' }]);
		serve(numbers.slice(2));
		for (let nth = 0; nth < 2; nth++) expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toMatchObject([{ event: 'removed', key: 7 }]);
	});

	it('takes a code that comes to be padded with spaces for the same, and outputs it as it is', async () => {
		const trigger = await activated();
		const padded = { ...customers().at(0), Code: 'C000001   ' };
		customers().upsert(0, padded);
		expect(await trigger.poll()).toMatchObject([{ event: 'updated', key: 'C000001   ' }]);
		customers().remove(0);
		for (let nth = 0; nth < 2; nth++) expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toMatchObject([{ event: 'removed', key: 'C000001   ' }]);
	});

	it("goes on where the last record that had a chosen field has emptied it, and says so in n8n's log", async () => {
		customers().upsert(3, { ...customers().at(3), Telex: '1' });
		const trigger = await activated({ parameters: { options: { fields: ['Name', 'Telex'] } } });
		const log = vi.spyOn(trigger.logger, 'warn');
		const { Telex, ...emptied } = customers().at(3) ?? {};
		expect(Telex).toBe('1');
		customers().upsert(3, emptied);
		expect(eventsOf(await trigger.poll())).toEqual(['updated C000004']);
		rename(5);
		expect(eventsOf(await trigger.poll())).toEqual(['updated C000006']);
		const line = "Node: No record has a field named 'Telex' any more. It counts as empty";
		expect(log.mock.calls).toEqual([[line]]);
	});

	it('outputs every record behind the maximum in its turn, whatever changes at each poll', async () => {
		const list = customers();
		list.remove(90, 30);
		const options = { emitExisting: true, maxEvents: 20 };
		const trigger = activate({ parameters: { events: ['createdOrUpdated', 'removed'], options } });
		const seen = new Set<string>();
		for (let nth = 0; nth < 10; nth++) {
			for (const event of eventsOf(await trigger.poll()) ?? []) seen.add(event);
			if (nth === 1) list.remove(89);
			if (nth === 1) add('NEW');
			for (let index = 0; index < 30; index++) {
				list.upsert(index, { ...list.at(index), Balance: nth });
			}
		}
		const created = [...seen].filter((event) => event.startsWith('created'));
		expect(created).toHaveLength(90);
		expect(created.at(-1)).toBe('created NEW');
	});

	it('reads the events as text, as an AI model writes them', async () => {
		const trigger = await activated({ parameters: { events: 'created' } });
		add('NEW');
		rename(5);
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
	});

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
		expect(eventsOf(await trigger.poll())).toEqual(['updated C000006']);
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
		expect(eventsOf(await renamed.poll())).toEqual(['created NEW']);
		expect(Object.keys(renamed.stored).sort()).toEqual(['node:Copy', 'node:Renamed']);
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
			for (const doubt of ['pages do not overlap', 'no record counts as missing']) {
				expect(String(log.mock.calls).includes(doubt)).toBe(!isKnown);
			}
			if (isKnown) expect(String(log.mock.calls)).toMatch(/left out: 0$/);
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
		['The service is unavailable', 'Try again', { ...DOWN, headers: { 'retry-after': '60' } }, 300],
		['The list takes longer', 'This poll reached offset 0.', { kind: 'hang' }, 300],
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

describe('a list that has lost too many records', () => {
	const codes = (count: number, codeOf: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => ({ Code: codeOf(index), Name: `Name ${index}` }));
	const known = codes(60, (index) => `c${1000 + index}`);
	const leaveOut = { unidentified: 'leaveOut' };
	const nobody = { Code: '', Name: 'Nobody' };

	/** Watches a list that becomes another one. */
	async function become(
		before: IDataObject[],
		after: IDataObject[],
		options: INodeParameters = {},
	) {
		const list = customers();
		const serve = (records: IDataObject[]) => {
			list.remove(0, list.length);
			for (const record of records) list.insert(record);
		};
		serve(before);
		const trigger = await activated({ parameters: { options } });
		serve(after);
		return trigger;
	}
	const zeros = codes(60, (index) => `000${100 + index}`);
	const others = codes(60, (index) => `X-${index}`);

	it.each<[string, IDataObject[], IDataObject[], INodeParameters, string]>([
		['in other letter case', known, codes(60, (index) => `C${1000 + index}`), {}, '60 of 60'],
		['without their zeros', zeros, codes(60, (index) => String(100 + index)), {}, '60 of 60'],
		[
			'that are others, beside one without a code',
			known,
			[...others, nobody],
			leaveOut,
			'60 of 60',
		],
		[
			'that are others, beside two equal ones',
			known,
			[...others, ...others.slice(0, 1)],
			{},
			'60 of 60',
		],
		[
			'of which half are gone, beside one without a code',
			known,
			[...known.slice(30), nobody],
			leaveOut,
			'30 of 60',
		],
	])('is refused for codes %s', async (_, before, after, options, count) => {
		const trigger = await become(before, after, options);
		for (let nth = 0; nth < 3; nth++) {
			await expect(trigger.poll()).rejects.toThrow(`${count} records are missing`);
		}
	});

	it('is refused where it is empty, however short it was, and whatever is allowed', async () => {
		const parameters = { resource: 'customerGroup', options: { maxRemovals: 100 } };
		const trigger = await activated({ parameters });
		const list = service().lists.GetCustomerGroups;
		const groups = list.page(0, 7);
		list.remove(0, 7);
		for (let nth = 0; nth < 3; nth++) {
			const refusal = { message: 'The list is empty, so all 7 known records are missing' };
			await expect(trigger.poll()).rejects.toMatchObject(refusal);
		}
		for (const group of groups) list.insert(group);
		expect(await trigger.poll()).toBeNull();
	});

	it('goes on where 15 of 100 are gone, and one code is spelled otherwise, which the log says', async () => {
		const many = codes(100, (index) => `c${1000 + index}`);
		const trigger = await become(many, [...many.slice(16), { Code: 'C1015', Name: 'Name 15' }]);
		const log = vi.spyOn(trigger.logger, 'warn');
		const outputs = [];
		for (let nth = 0; nth < 4; nth++) outputs.push(eventsOf(await trigger.poll()));
		const removed = many.slice(0, 15).map(({ Code }) => `removed ${String(Code)}`);
		expect(outputs).toEqual([['created C1015'], null, removed, null]);
		expect(log.mock.calls).toEqual([
			[
				'Node: "c1015" is missing, but the list has "C1015". It is not output as removed, because it may be the same record',
			],
		]);
	});
});

describe('Leave Out', () => {
	const options = { unidentified: 'leaveOut' };
	const edited = (change: (index: number) => IDataObject) => {
		const all = customers().page(0, 60);
		customers().remove(0, 120);
		for (const [index, record] of all.entries())
			customers().insert({ ...record, ...change(index) });
	};

	it('keeps a workflow from being published where all records share the identifier', async () => {
		edited(() => ({ Company: 'Ours' }));
		const parameters = { keyField: locator('Company'), options };
		const trigger = activate({ parameters });
		await expect(trigger.poll()).rejects.toThrow(
			"60 of 60 records would be left out: in the list, records 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 50 more have no value in 'Company' that no other record has. Nothing was output. Choose a field for 'Identify Records By'",
		);
	});

	it('fails the poll where all records but one lose their code', async () => {
		edited(() => ({}));
		const trigger = await activated({ parameters: { options } });
		edited((index) => ({ Code: index === 7 ? 'C000008' : '' }));
		for (let nth = 0; nth < 2; nth++) {
			await expect(trigger.poll()).rejects.toThrow('59 of 60 records would be left out');
		}
	});
});

describe('an activation', () => {
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
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
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
			expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
		},
	);

	it('is not refused while too many records are missing, which the next polls do not believe', async () => {
		const { stored } = await activated();
		const gone = customers().page(60, 60);
		customers().remove(60, 60);
		const trigger = activate({ stored });
		const log = vi.spyOn(trigger.logger, 'warn');
		expect(await trigger.poll()).toBeNull();
		expect(log.mock.calls).toEqual([[expect.stringContaining('60 of 120 records are missing')]]);
		await expect(trigger.poll()).rejects.toThrow('60 of 120 records are missing');
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
		expect(both.filter((items) => items !== null).map(eventsOf)).toEqual([['created NEW']]);
	});

	it('reports every failure', async () => {
		const { stored } = await activated();
		service().setFaults([DOWN]);
		for (let nth = 0; nth < 2; nth++) {
			await expect(scheduled(stored).poll()).rejects.toThrow('The service is unavailable');
		}
	});
});
