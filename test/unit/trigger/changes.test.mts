import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TooMany } from '../../../nodes/CustomerData/identity/brake';
import { identify } from '../../../nodes/CustomerData/identity/identity';
import { DOUBTS } from '../../../nodes/CustomerData/identity/missing';
import { SeenFields } from '../../../nodes/CustomerData/read/seenFields';
import { changesSince, eventOf } from '../../../nodes/CustomerData/trigger/changes';
import { JudgedList } from '../../../nodes/CustomerData/trigger/judgedList';
import type { WatchRequest } from '../../../nodes/CustomerData/trigger/parameters';
import type { Snapshot, WatchedRead } from '../../../nodes/CustomerData/trigger/snapshot';
import { law } from '../../support/law.mts';
import { NOTHING, watchRequest } from '../../support/poll.mts';
import { expectOutcome, recordsIn, SIGNS, storiesIn } from '../../support/stories.mts';

/** The records of a text; with `?`, a read in doubt. */
function listOf(text: string): WatchedRead {
	const sightings = recordsIn(text.replace('?', '')).map((record, offset) => ({
		key: JSON.stringify(record.Code),
		wholeHash: String(record.Name),
		offset,
		entry: { hash: `hash ${String(record.Name)}` },
		record,
	}));
	const doubt = text.includes('?') ? DOUBTS.repeats : undefined;
	return {
		...identify(sightings),
		seen: new SeenFields(),
		filled: new Map<string, number>(),
		all: new JudgedList([]),
		unwanted: 0,
		doubt,
	};
}

function poll(known: Snapshot, list: WatchedRead, request: Partial<WatchRequest> = {}) {
	const whole = { ...watchRequest, emitExisting: false, ...request };
	const found = [...list.records].map(([key, record]) => {
		const event = eventOf(key, record.entry.hash, known, whole);
		return [key, event ? { ...record, event } : record] as const;
	});
	const { changes, next, respelled } = changesSince(
		known,
		{ ...list, records: new Map(found) },
		whole,
	);
	const events = changes.map(({ event, key }) => SIGNS[event] + JSON.parse(key)).join(' ');
	return { next, events, respelled, ids: changes.map(({ id }) => id) };
}

/** What a poll finds, or why it is refused, which leaves everything as it was. */
function pollOrRefuse(known: Snapshot, list: WatchedRead, request: Partial<WatchRequest>) {
	try {
		return poll(known, list, request);
	} catch (error) {
		if (!(error instanceof TooMany)) throw error;
		return { events: `! ${error.message}. ${error.description}`, next: known };
	}
}

/** E.g. `max 2, only removed, existing`. What is not set is not limited. */
function requestOf(settings: string): Partial<WatchRequest> {
	const valueOf = (name: string) => new RegExp(`\\b${name} (\\w+)`).exec(settings)?.[1];
	const only = valueOf('only');
	const events = [...watchRequest.events].filter((event) => event === (only ?? event));
	return {
		events: new Set(events),
		emitExisting: settings.includes('existing'),
		maxEvents: Number(valueOf('max') ?? Infinity),
		maxRemovals: Number(valueOf('removals') ?? 100),
		watchedId: valueOf('watched') ?? watchRequest.watchedId,
	};
}

/** What each poll finds, and outputs. */
const STORIES = `
emits new and changed records at once, in the order of the list: b1 a1 c1 → | d1 b2 c1 e1 a2 → +d ~b +e ~a | d1 b2 c1 e1 a2 →
emits a removal after three reads in a row without the record, and last of all: x1 a1 → | 2× a1 → | a2 b1 → ~a +b -x | a2 b1 →
begins to count anew when a read finds the record, and emits what changed meanwhile: x1 a1 → | 2× a1 → | x2 a1 → ~x | 2× a1 → | a1 → -x
emits the chosen events alone, and remembers the others: a1 x1 → | (only updated) a1 x1 b1 → | a1 x1 b2 → ~b | (only created) 3× a1 b3 → | a1 b3 x1 → +x
lets what is beyond the maximum wait, removals last: a1 b1 x1 y1 → | 2× a1 b1 → | (max 2) c1 a2 b2 → +c ~a | c1 a2 b2 → ~b -x | c1 a2 b2 → -y | c1 a2 b2 →
lets what waits go first, whatever else changes, and what has changed again last: a1 b1 c1 d1 x1 → | 2× a1 b1 c1 d1 → | (max 2) a2 b2 c2 d1 → ~a ~b | n1 a3 b3 c2 d2 → ~c -x | n1 a4 b4 c2 d2 → +n ~a | n1 a5 b5 c2 d2 → ~b ~d | n1 a5 b5 c2 d2 → ~a | n1 a5 b5 c2 d2 →
never removes nor changes a record whose key others share: a1 b1 → | 5× a1 a2 b1 → | a2 b1 → ~a
keeps a record while another has its key in other letter case, and removes both after: c1 x1 → | c1 X1 → +X | 4× c1 X1 → | c1 X1 X2 → | 2× c1 → | c1 → -X -x
removes a record although one that was there beside it has its key in another spelling: 1-121 11-21 z1 → | 2× 1-121 z1 → | 1-121 z1 → -11-2
removes it also after a read in doubt: 1-121 11-21 z1 → | 1-121 z1 ? → | 2× 1-121 z1 → | 1-121 z1 → -11-2
removes it although the other one waited when both were there (max 1): z1 → | c1 C1 z1 → +c | C1 z1 → +C | C1 z1 → | C1 z1 → -c
removes no record whose key was respelled, in doubt or not, until that one is gone: k1 z1 → | z1 → | z1 K1 → +K | z1 K1 ? → | 2× z1 K1 → | z1 → | z1 → -k | z1 → -K
counts no record as missed in a read in doubt, and emits what it found: a1 b1 → | 2× b1 → | 5× b1 ? → | b2 c1 ? → ~b +c | b2 c1 → -a
begins to count anew when a read in doubt finds the record: a1 x1 → | 2× a1 → | a1 x1 ? → | 2× a1 → | a1 → -x
emits what is there at the beginning where that is wanted, whatever else is chosen (only removed, existing, max 2): a1 b1 c1 → +a +b | a1 b1 c1 → +c | a1 b1 c1 d1 →
has begun once one poll had room for all that was there (only removed, existing): a1 → +a | a1 b1 →
has begun once all that was there is emitted, whatever changes and comes meanwhile (only removed, existing, max 1): a1 b1 → +a | n1 a2 b2 → +b | o1 n1 a2 b2 → +n | o1 n1 a2 b2 →
does not keep back a change of what is known at the beginning (existing, max 1): a1 b1 → +a | (only updated) a2 b1 → ~a
emits what is new after the first poll where that is chosen, whether the rest is still wanted or not (existing, max 1): a1 b1 c1 → +a | a1 b1 c1 d1 → +b | (max 1) a1 b1 c1 d1 e1 → +d | a1 b1 c1 d1 e1 → +e | a1 b1 c1 d1 e1 →
emits at last what a read missed at the beginning (only removed, existing, max 1): a1 b1 c1 d1 → +a | a1 c1 d1 → +c | a1 b1 c1 d1 → +d | a1 b1 c1 d1 e1 → +b | a1 b1 c1 d1 e1 →
remembers what is there without an event from when that is wanted no more (existing, max 1): a1 b1 → +a | (all) 2× a1 b1 → | a1 b1 c1 → +c
takes the hashes anew when other fields are watched, without events: a1 x1 → | a1 → | (watched some) a2 b1 → +b | a2 b1 → -x | a3 b1 → ~a
outputs what waits although other fields are watched by then (max 1): a1 b1 → | a2 b2 → ~a | (max 1, watched some) a3 b3 → ~b | (watched some) a3 b3 →
is refused where more are missing than may be removed: c[0…199] → | (removals 20) c[0…159] → | c[0…158] → ! 41 of 200…allows (20%)…to 21 and publish
is refused for a single one where none may be (removals 0): c[0…199] → | c[0…199] → | c[1…199] → ! 1 of 200
is refused for no number where all may be, but one: c[0…199] → | c0:1 →
is refused for none of nine records, and for nine of ten (removals 0): c[0…8] → | c0:1 → | (all) k[0…9] c0:1 → +k[0…9] | (removals 85) c0:1 → ! 18 of 19
is refused where the list is empty, whatever is allowed: c[0…1] → | → ! The list is empty…2
removes a single record because of an empty list (removals 0): a1 → | 2× → | → -a
is refused for keys in other letter case, which it names (removals 20): a1 c[0…59] → | C[0…59] → ! 61 of 61…The list has "C0" in place of "c0": records whose identifiers are only spelled in another way would be output as created, and may be duplicated
is refused for keys without their zeros (removals 20): 000[1…60] → | [1…60] → ! 60 of 60
is refused in doubt, too, and says why none would be removed (removals 20): c[0…59] → | x[0…59] ? → ! 60 of 60…because the list changed during the read | c[0…29] ? → ! 30 of 60 | c[0…47] ? →
counts one that is spelled otherwise as missing, once (removals 20): c[0…99] → | c[0…83] C84:1 → +C84
counts those who are excused once they were let through: c[0…59] → | C[0…59] → +C[0…59] | (removals 20) 3× C[0…59] → | C[30…59] → ! 30 of 60
counts them so in doubt, too: c[0…59] → | C[0…59] ? → +C[0…59] | (removals 20) 3× C[0…59] ? → | C[30…59] ? → ! 30 of 60
does not count those that are there in another spelling once they were let through: c[0…59] → | C[0…59] → +C[0…59] | (removals 20) C[0…59] → | C[13…59] → ! 13 of 60 | C[12…59] →
counts in doubt only who was there at the last poll, and all once it ends (removals 20): c[0…99] → | 4× c[0…79] ? → | c[0…64] ? → | c[0…50] ? → ! 14 of 65 | c[0…64] → ! 35 of 100 | c[0…63] ? → | (removals 36) c[0…63] → | (removals 20) c[0…63] → | c[0…63] → -c[64…99]
remembers in doubt who was let through: c[0…99] → | (removals 50) c[0…49] → | (removals 20) c[0…49] → | c[0…89] ? → | c[0…77] → -c[90…99]
counts what follows of those alone who are left: c[0…99] → | (removals 50) c[0…49] → | (removals 20) c[0…38] → ! 61 of 100 | c[0…39] →
lets nobody through in place of those who are back: c[0…99] → | (removals 50) c[0…49] → | (removals 20) c[0…49] → | c[0…24] c[50…74] → ! 50 of 100
is refused for a list that melts by a sixth at each poll (removals 20): c[0…99] → | c[0…83] → | c[0…69] → ! 30 of 100 | c[0…57] → ! 42 of 100
follows a list that melts slowly (removals 20): c[0…99] → | c[0…94] → | c[0…89] → | c[0…84] → -c[95…99] | c[0…79] → -c[90…94] | c[0…74] → -c[85…89]
counts what was missed and is not yet emitted (removals 20): c[0…99] → | c[0…89] → | c[0…79] → | c[0…78] → ! 21 of 100
counts removals that wait (removals 20, max 1): c[0…99] → | 2× c[0…79] → | c[0…79] → -c80 | c[0…78] → ! 20 of 99
counts what follows alone once the others were let through: c[0…99] → | (removals 50) c[0…49] → | (removals 20) c[0…49] → | c[0…49] → -c[50…99] | c[0…49] →
lets others follow, as many as may be removed: c[0…99] → | (removals 50) c[0…49] → | (removals 20) c[0…44] → | c[0…39] → -c[50…99] | c[0…38] → ! 11 of 50 | c[0…39] → -c[45…49] | c[0…39] → -c[40…44]
is refused where too many follow: c[0…99] → | (removals 50) c[0…49] → | (removals 20) c[0…28] → ! 71 of 100 | c[0…49] →
lets nobody through in place of those who were removed: c[0…99] → | (removals 50) c[0…49] → | (removals 20) c[0…49] → | c[0…49] → -c[50…99] | c[0…29] → ! 20 of 50
removes a melted list once it was let through (removals 20): c[0…99] → | c[0…83] → | (removals 30) c[0…69] → | (removals 20) c[0…69] → -c[84…99] | c[0…69] → -c[70…83] | c[0…69] →
`;

describe('the comparison', () => {
	it.each(storiesIn(STORIES))('%s', (_, steps) => {
		let known = NOTHING;
		for (const { settings, given, outcome } of steps) {
			const { events, next } = pollOrRefuse(known, listOf(given), requestOf(settings));
			expectOutcome([events], outcome);
			known = next;
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

	it('numbers the runs with changes, and gives each change an id that nothing else has', () => {
		const known = poll(NOTHING, listOf('a1')).next;
		const runsAfter = (found: string) => poll(known, listOf(found)).next.runs;
		expect(['a1', 'a2'].map(runsAfter)).toEqual([7, 8]);
		const idsOf = (snapshot: Snapshot, found: string) => poll(snapshot, listOf(found)).ids;
		const ids = ['a2', 'a3', 'b2 a1'].flatMap((found) => idsOf(known, found));
		ids.push(...idsOf({ ...known, runs: 8 }, 'a2'), ...idsOf({ ...known, epoch: 'b' }, 'a2'));
		expect(new Set(ids).size).toBe(5);
		expect(idsOf(known, 'a2')).toEqual([ids[0]]);
	});
});

it('says of a missing key once which keys in the list may be the same', () => {
	let { next } = poll(NOTHING, listOf('c1 d1 e1'));
	const respelled = (text: string) => {
		const found = poll(next, listOf(text));
		({ next } = found);
		return found.respelled.map(({ key, spellings }) => [key, ...spellings].join(' '));
	};
	expect(['C1 e1', 'C1 e1', 'c1 e1'].map(respelled)).toEqual([['"c" "C"'], [], ['"C" "c"']]);
});
