import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOUBTS, TooManyRemovals } from '../../../nodes/CustomerData/identity/missing';
import {
	changesSince,
	eventOf,
	type ReadList,
	type Snapshot,
} from '../../../nodes/CustomerData/trigger/changes';
import type { ChangeEvent, WatchRequest } from '../../../nodes/CustomerData/trigger/parameters';
import type { ReadRecord } from '../../../nodes/CustomerData/trigger/readList';
import { law } from '../support/law.mts';
import { SPELLINGS } from '../support/spellings.mts';
import { NOTHING, watchRequest } from '../support/watching.mts';

const SIGNS: Record<ChangeEvent, string> = { created: '+', updated: '~', removed: '-' };

/** `a1` is the record "a" with the content 1, `a!` a key that several share, `?` a read in doubt. */
function listOf(text: string): ReadList {
	const records = new Map<string, ReadRecord>();
	const shared = new Map<string, unknown>();
	for (const [, name = '', version = ''] of text.matchAll(/(\S+)([\d!])/g)) {
		const key = JSON.stringify(name);
		if (version === '!') shared.set(key, []);
		else records.set(key, { hash: `hash ${version}`, record: { key, version } });
	}
	return { records, shared, doubt: text.includes('?') ? DOUBTS.repeats : undefined };
}

function poll(known: Snapshot, list: ReadList, request: Partial<WatchRequest> = {}) {
	const whole = { ...watchRequest, emitExisting: false, ...request };
	const found = [...list.records].map(([key, record]) => {
		const event = eventOf(key, record.hash, known, whole);
		return [key, event ? { ...record, event } : record] as const;
	});
	const { changes, next } = changesSince(known, { ...list, records: new Map(found) }, whole);
	const events = changes.map(({ event, key }) => SIGNS[event] + JSON.parse(key)).join(' ');
	return { next, events, ids: changes.map(({ id }) => id) };
}

const start = (text: string) => poll(NOTHING, listOf(text)).next;
const entriesOf = ({ entries }: Snapshot) =>
	[...entries].map(([key, { hash, misses }]) => `${JSON.parse(key)} ${hash} ${misses}`);

const only = (...events: ChangeEvent[]) => ({ events: new Set(events) });
const times = (count: number, text: string): string[] => Array(count).fill(text);

/** What each poll finds and emits, and what is wanted from then on. */
const STORIES: Record<string, Array<string | Partial<WatchRequest>>> = {
	'emits new and changed records at once, in the order of the list': [
		'b1 a1 c1 →',
		'd1 b2 c1 e1 a2 → +d ~b +e ~a',
		'd1 b2 c1 e1 a2 →',
	],
	'emits a removal after three reads in a row without the record, and last of all': [
		'x1 a1 →',
		...times(2, 'a1 →'),
		'a2 b1 → ~a +b -x',
		'a2 b1 →',
	],
	'begins to count anew when a read finds the record, and emits what changed meanwhile': [
		'x1 a1 →',
		...times(2, 'a1 →'),
		'x2 a1 → ~x',
		...times(2, 'a1 →'),
		'a1 → -x',
	],
	'emits the chosen events alone, and remembers the others': [
		'a1 x1 →',
		only('updated'),
		'a1 x1 b1 →',
		'a1 x1 b2 → ~b',
		only('created'),
		...times(3, 'a1 b3 →'),
		'a1 b3 x1 → +x',
	],
	'lets what is beyond the maximum wait, removals last': [
		'a1 b1 x1 y1 →',
		...times(2, 'a1 b1 →'),
		{ maxEvents: 2 },
		'c1 a2 b2 → +c ~a',
		'c1 a2 b2 → ~b -x',
		'c1 a2 b2 → -y',
		'c1 a2 b2 →',
	],
	'lets what waits go first, whatever else changes, and what has changed again last': [
		'a1 b1 c1 d1 x1 →',
		...times(2, 'a1 b1 c1 d1 →'),
		{ maxEvents: 2 },
		'a2 b2 c2 d1 → ~a ~b',
		'n1 a3 b3 c2 d2 → ~c -x',
		'n1 a4 b4 c2 d2 → +n ~a',
		'n1 a5 b5 c2 d2 → ~b ~d',
		'n1 a5 b5 c2 d2 → ~a',
		'n1 a5 b5 c2 d2 →',
	],
	'never removes nor changes a record whose key others share': [
		'a1 b1 →',
		...times(5, 'a! b1 →'),
		'a2 b1 → ~a',
	],
	'keeps a record while another has its key in other letter case, and removes both after': [
		'c1 x1 →',
		'c1 X1 → +X',
		...times(4, 'c1 X1 →'),
		'c1 X! →',
		...times(2, 'c1 →'),
		'c1 → -X -x',
	],
	'counts no record as missed in a read in doubt, and emits what it found': [
		'a1 b1 →',
		...times(2, 'b1 →'),
		...times(5, 'b1 ? →'),
		'b2 c1 ? → ~b +c',
		'b2 c1 → -a',
	],
	'begins to count anew when a read in doubt finds the record': [
		'a1 x1 →',
		...times(2, 'a1 →'),
		'a1 x1 ? →',
		...times(2, 'a1 →'),
		'a1 → -x',
	],
	'emits what is there at the beginning where that is wanted, whatever else is chosen': [
		{ ...only('removed'), emitExisting: true, maxEvents: 2 },
		'a1 b1 c1 → +a +b',
		'a1 b1 c1 → +c',
		'a1 b1 c1 d1 →',
	],
	'has begun once one poll had room for all that was there': [
		{ ...only('removed'), emitExisting: true },
		'a1 → +a',
		'a1 b1 →',
	],
	'does not keep back a change of what is known at the beginning': [
		{ emitExisting: true, maxEvents: 1 },
		'a1 b1 → +a',
		only('updated'),
		'a2 b1 → ~a',
	],
	'emits what is new after the first poll where that is chosen, whether the rest is still wanted or not':
		[
			{ emitExisting: true, maxEvents: 1 },
			'a1 b1 c1 → +a',
			'a1 b1 c1 d1 → +b',
			{ maxEvents: 1 },
			'a1 b1 c1 d1 e1 → +d',
			'a1 b1 c1 d1 e1 → +e',
			'a1 b1 c1 d1 e1 →',
		],
	'emits at last what a read missed at the beginning': [
		{ ...only('removed'), emitExisting: true, maxEvents: 1 },
		'a1 b1 c1 d1 → +a',
		'a1 c1 d1 → +c',
		'a1 b1 c1 d1 → +d',
		'a1 b1 c1 d1 e1 → +b',
		'a1 b1 c1 d1 e1 →',
	],
	'remembers what is there without an event from when that is wanted no more': [
		{ emitExisting: true, maxEvents: 1 },
		'a1 b1 → +a',
		{},
		...times(2, 'a1 b1 →'),
		'a1 b1 c1 → +c',
	],
};

describe('the comparison', () => {
	it.each(Object.entries(STORIES))('%s', (_, story) => {
		let known = NOTHING;
		let request: Partial<WatchRequest> = {};
		for (const step of story) {
			if (typeof step !== 'string') request = step;
			else {
				const [found = '', expected] = step.split('→');
				const { events, next } = poll(known, listOf(found), request);
				expect(events).toBe(expected?.trim());
				known = next;
			}
		}
	});

	const versions = fc.array(fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 3 }), {
		minLength: 12,
		maxLength: 12,
	});

	law(
		'emits each change within as many polls as the changes need that there are when it is found',
		{
			of: [
				fc.array(versions, { minLength: 5, maxLength: 30, size: 'max' }),
				fc.integer({ min: 1, max: 5 }),
				fc.boolean(),
			],
			examples: 500,
		},
		(lists, maxEvents, emitExisting) => {
			let known = NOTHING;
			/** The last poll that may emit a change, by its key. */
			const deadlines = new Map<string, number>();
			for (const [nth, list] of lists.entries()) {
				// In another order at each poll.
				const names = [...'abcdefghijkl'].map((name, place) => [name, list[place]] as const);
				const turned = [...names.slice(nth % 12), ...names.slice(0, nth % 12)];
				const text = turned.map(([name, version]) => (version === undefined ? '' : name + version));
				// One is always there: of an empty list, nobody is removed.
				const found = listOf(`${text.join(' ')} z1`);
				const request = { emitExisting, maxRemovals: 100 };
				const keysOf = ({ events }: { events: string }) =>
					events
						.split(' ')
						.filter(Boolean)
						.map((event) => event.slice(1));
				const due = keysOf(poll(known, found, { ...request, maxEvents: Infinity }));
				for (const key of deadlines.keys()) if (!due.includes(key)) deadlines.delete(key);
				const last = nth + Math.ceil(due.length / maxEvents) - 1;
				for (const key of due) if (!deadlines.has(key)) deadlines.set(key, last);
				const polled = poll(known, found, { ...request, maxEvents });
				for (const key of keysOf(polled)) deadlines.delete(key);
				expect([...deadlines].filter(([, deadline]) => deadline <= nth)).toEqual([]);
				known = polled.next;
			}
		},
	);

	it('leaves nobody behind the maximum, whatever changes at each poll', () => {
		const records = (version: number, count: number) =>
			Array.from({ length: count }, (_, id) => `${id}:${id < 30 ? version : 1}`).join(' ');
		let known = NOTHING;
		const seen = new Set<string>();
		for (let nth = 0; nth < 10; nth++) {
			const found = listOf(records(nth, nth < 2 ? 90 : 91));
			const { events, next } = poll(known, found, { emitExisting: true, maxEvents: 20 });
			for (const event of events.split(' ')) seen.add(event.slice(1));
			known = next;
		}
		expect(seen.size).toBe(91);
	});

	it('ends the beginning, whatever changes and comes at each poll', () => {
		const request = { ...only('removed'), emitExisting: true, maxEvents: 20 };
		let known = NOTHING;
		for (let nth = 0; nth < 5; nth++) {
			const text = Array.from({ length: 60 + 30 * nth }, (_, id) => `${id}:${nth}`).reverse();
			known = poll(known, listOf(text.join(' ')), request).next;
			expect(known.existing).toBe(Math.max(0, 40 - 20 * nth));
		}
	});

	it('takes the hashes anew when other fields are watched, without events', () => {
		const known = poll(start('a1 x1'), listOf('a1')).next;
		const { events, next } = poll(known, listOf('a2 b1'), { watchedId: 'some' });
		expect([events, next.watchedId]).toEqual(['+b', 'some']);
		expect(entriesOf(next).sort()).toEqual(['a hash 2 0', 'b hash 1 0', 'x hash 1 2']);
	});

	it('numbers the runs with changes, and gives each change an id that nothing else has', () => {
		const known = start('a1');
		const runsAfter = (found: string) => poll(known, listOf(found)).next.runs;
		expect(['a1', 'a2'].map(runsAfter)).toEqual([7, 8]);
		const idsOf = (snapshot: Snapshot, found: string) => poll(snapshot, listOf(found)).ids;
		const ids = ['a2', 'a3', 'b2 a1'].flatMap((found) => idsOf(known, found));
		ids.push(...idsOf({ ...known, runs: 8 }, 'a2'), ...idsOf({ ...known, epoch: 'b' }, 'a2'));
		expect(new Set(ids).size).toBe(5);
		expect(idsOf(known, 'a2')).toEqual([ids[0]]);
	});
});

it.each(SPELLINGS)(
	'a record is never removed while the list has another spelling of its key: %s',
	(_, one, other) => {
		const has = (...keys: unknown[]): ReadList => {
			const records = keys.map((key) => [JSON.stringify(key), { hash: 'hash 1' }] as const);
			return { ...listOf(''), records: new Map(records) };
		};
		for (const [before, after] of [
			[one, other],
			[other, one],
		]) {
			let { next } = poll(NOTHING, has(before, 'Z'));
			for (let nth = 0; nth < 5; nth++) {
				const found = poll(next, has(after, 'Z'));
				expect(found.events).not.toMatch(/(?:^| )-/);
				({ next } = found);
			}
		}
	},
);

it('says of a missing key once which keys in the list may be the same', () => {
	let known = start('c1 d1 e1');
	const respelled = (text: string) => {
		const whole = { ...watchRequest, emitExisting: false };
		const found = changesSince(known, listOf(text), whole);
		known = found.next;
		return found.respelled.map(({ key, spellings }) => [key, ...spellings].join(' '));
	};
	expect(respelled('C1 e1')).toEqual(['"c" "C"']);
	expect(respelled('C1 e1')).toEqual([]);
	expect(respelled('c1 e1')).toEqual(['"C" "c"']);
});

it.each(['', ' ?'])(
	'a record is removed although one that was there beside it has its key in another spelling: %j',
	(doubt) => {
		let known = start('1-121 11-21 z1');
		const eventsOf = (text: string) => {
			const { events, next } = poll(known, listOf(text));
			known = next;
			return events;
		};
		expect(eventsOf(`1-121 z1${doubt}`)).toBe('');
		const polls = doubt ? 3 : 2;
		const events = Array.from({ length: polls }, () => eventsOf('1-121 z1'));
		expect(events).toEqual([...Array<string>(polls - 1).fill(''), '-11-2']);
	},
);

it('a record whose key was respelled is not removed later, in doubt or not, until that one is gone', () => {
	let known = start('k1 z1');
	const eventsOf = (text: string) => {
		const { events, next } = poll(known, listOf(text));
		known = next;
		return events;
	};
	expect(['z1', 'z1 K1', 'z1 K1 ?', 'z1 K1', 'z1 K1', 'z1'].map(eventsOf)).toEqual([
		'',
		'+K',
		'',
		'',
		'',
		'',
	]);
	expect(['z1', 'z1'].map(eventsOf)).toEqual(['-k', '-K']);
});

it('outputs what waits although other fields are watched by then', () => {
	const request = { maxEvents: 1 };
	const { events, next } = poll(start('a1 b1'), listOf('a2 b2'), request);
	expect(events).toBe('~a');
	const after = poll(next, listOf('a3 b3'), { ...request, watchedId: 'some' });
	expect(after.events).toBe('~b');
	expect(poll(after.next, listOf('a3 b3'), { watchedId: 'some' }).events).toBe('');
});

it('a record is removed although one that waits has its key in another spelling, if both were there', () => {
	let known = start('z1');
	const events = ['c1 C1 z1', ...Array<string>(3).fill('C1 z1')].map((text) => {
		const found = poll(known, listOf(text), { maxEvents: 1 });
		known = found.next;
		return found.events;
	});
	expect(events).toEqual(['+c', '+C', '', '-c']);
});

describe('more removals than allowed', () => {
	const records = (count: number) =>
		Array.from({ length: count }, (_, key) => `${key}:1`).join(' ');

	it.each([
		[40, 200, 20, false],
		[41, 200, 20, true],
		[1, 200, 0, true],
		[0, 200, 0, false],
		[199, 200, 100, false],
		[8, 9, 0, false],
		[9, 10, 89, true],
		// Of an empty list, nobody is removed, whatever is allowed.
		[1, 1, 0, false],
		[2, 2, 100, true],
		[9, 9, 100, true],
		[200, 200, 100, true],
	])('%d of %d with %d %% allowed: refused is %s', (gone, count, maxRemovals, isRefused) => {
		const found = listOf(records(count - gone));
		const check = expect(() => poll(start(records(count)), found, { maxRemovals }));
		if (isRefused) check.toThrow(TooManyRemovals);
		else check.not.toThrow();
	});

	const named = (count: number, name: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => `${name(index)}:1`).join(' ');
	const lower = named(60, (index) => `c${index}`);

	it.each<[string, string, string, boolean]>([
		['in other letter case', lower, lower.toUpperCase(), true],
		['without their zeros', named(60, (index) => `000${index + 1}`), named(60, String), true],
		['that are others, beside two equal ones', lower, `${named(60, (one) => `x${one}`)} ?`, true],
		['of which half are gone, in doubt', lower, `${named(30, (one) => `c${one}`)} ?`, true],
		['of which a fifth are gone, in doubt', lower, `${named(48, (one) => `c${one}`)} ?`, false],
		[
			'of which 15 of 100 are gone, and one is spelled otherwise',
			named(100, (one) => `c${one}`),
			`${named(84, (one) => `c${one}`)} C84:1`,
			false,
		],
	])('are refused for keys %s: %#', (_, before, after, isRefused) => {
		const known = start(before);
		const check = expect(() => poll(known, listOf(after), { maxRemovals: 20 }));
		if (isRefused) check.toThrow(/^(?:30|60) of 60 records are missing/);
		else check.not.toThrow();
	});

	it.each(['', ' ?'])('counts those who are excused once they were let through: %j', (doubt) => {
		const others = lower.toUpperCase() + doubt;
		const after = poll(start(lower), listOf(others), { maxRemovals: 100 });
		expect(after.events.split(' ')).toHaveLength(60);
		let { next } = after;
		for (let nth = 0; nth < 3; nth++) {
			const again = poll(next, listOf(others), { maxRemovals: 20 });
			expect(again.events).toBe('');
			({ next } = again);
		}
		const fewer = listOf(others.split(' ').slice(30).join(' '));
		expect(() => poll(next, fewer, { maxRemovals: 20 })).toThrow(TooManyRemovals);
	});

	it('count all that was not let through, however long a doubt holds removals back', () => {
		let { next } = poll(start(records(100)), listOf(`${records(79)} ?`), { maxRemovals: 21 });
		const check = (count: number) => () => {
			({ next } = poll(next, listOf(`${records(count)} ?`), { maxRemovals: 20 }));
		};
		for (const _ of [1, 2, 3]) check(79)();
		for (const _ of [1, 2, 3]) check(60)();
		expect(check(58)).toThrow(/^42 of 100 records are missing/);
	});

	it('do not count those that are there in another spelling once they were let through', () => {
		const capitals = lower.toUpperCase().split(' ');
		let { next } = poll(start(lower), listOf(capitals.join(' ')), { maxRemovals: 100 });
		({ next } = poll(next, listOf(capitals.join(' ')), { maxRemovals: 20 }));
		const fewer = (count: number) => listOf(capitals.slice(count).join(' '));
		expect(() => poll(next, fewer(13), { maxRemovals: 20 })).toThrow(/^13 of 60 records/);
		expect(() => poll(next, fewer(12), { maxRemovals: 20 })).not.toThrow();
	});

	it('say which spellings the list has now, because raising the maximum would output them', () => {
		const check = expect(() =>
			poll(start(lower), listOf(lower.toUpperCase()), { maxRemovals: 20 }),
		);
		const description = 'The list has "C0:" in place of "c0:"';
		check.toThrow(expect.objectContaining({ description: expect.stringContaining(description) }));
	});

	it('keep the reason why nobody counts as removed in the message', () => {
		const check = expect(() => poll(start(records(60)), listOf('0:1 ?'), { maxRemovals: 20 }));
		const description = 'nothing is output as removed, because the list changed during the read';
		check.toThrow(expect.objectContaining({ description: expect.stringContaining(description) }));
	});

	/** Polls lists of so many records, one after the other; 'refused' is one that changed nothing. */
	function follow(counts: number[], limits: number[] = [], request: Partial<WatchRequest> = {}) {
		let known = start(records(100));
		return counts.map((count, nth) => {
			const maxRemovals = limits[nth] ?? 20;
			try {
				const { events, next } = poll(known, listOf(records(count)), { ...request, maxRemovals });
				known = next;
				return events.split(' ').filter(Boolean).length;
			} catch (error) {
				expect(error).toBeInstanceOf(TooManyRemovals);
				return 'refused';
			}
		});
	}

	it.each<[string, number[], Array<number | 'refused'>, number[]?, Partial<WatchRequest>?]>([
		['a list that melts by a sixth at each poll', [84, 70, 58], [0, 'refused', 'refused']],
		['a list that melts slowly', [95, 90, 85, 80, 75], [0, 0, 5, 5, 5]],
		['all that is missed and not yet emitted', [90, 80, 79], [0, 0, 'refused']],
		['what waits for another run', [80, 80, 80, 79], [0, 0, 1, 'refused'], [], { maxEvents: 1 }],
		['once it was let through, only what follows', [50, 50, 50, 50], [0, 0, 50, 0], [50]],
		['with others that follow', [50, 45, 40, 40, 40], [0, 0, 50, 5, 5], [50]],
		['with too many that follow', [50, 29, 50], [0, 'refused', 0], [50]],
		['melted, and let through', [84, 70, 70, 70, 70], [0, 0, 16, 14, 0], [20, 30]],
	])('are counted: %s', (_, counts, emitted, limits, request) => {
		expect(follow(counts, limits, request)).toEqual(emitted);
	});
});
