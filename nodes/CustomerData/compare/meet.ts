import type { DataRecord } from '../api/page';
import type { Group } from '../identity/groups';
import {
	isIdentified,
	openIn,
	withoutThose,
	type Fate,
	type Held,
	type KeyedRecord,
	type Members,
} from './fates';
import type { Row } from './rows';

/** Rows and records that may be the same, because they share something. */
export interface Meeting extends Members {
	/** Whether those of a pair count as well, because what is shared is as strong as what made the pair. */
	countsPairs?: true;
	/** Holds back each of them, and says why: all that meet, but those of a pair. */
	hold: (rows: Group<Row>, records: KeyedRecord[]) => Held[];
}

/**
 * The one rule of doubt: where a row and a record meet, and are no pair, the row is not removed, and the record not
 * created. Whoever else meets them, and in which order, can only hold back more. A meeting in which nobody would be
 * created or removed, or everybody was named before, is not worth a word.
 *
 * E.g. a row without an identifier has the address of two new records: none of the three is output, and all are named.
 */
export function meet(fates: Fate[], meetings: Meeting[]): Fate[] {
	const open = new Map<Row | DataRecord, Fate>();
	for (const one of fates) for (const member of membersOf(openIn(one))) open.set(member, one);
	const named = new Set<Row | DataRecord | undefined>();
	const held = meetings.flatMap(({ countsPairs, hold, ...all }): Held[] => {
		const [row, ...rows] = all.rows.filter((one) => countsPairs ?? open.has(one));
		const records = all.records.filter(isIdentified).filter(({ record }) => open.has(record));
		if (!row || (records.length === 0 && !countsPairs)) return [];
		const members = membersOf({ rows: [row, ...rows], records });
		const isDue = members.some((one) => isAtRisk(open.get(one)));
		if (!isDue || members.every((one) => named.has(one))) return [];
		for (const one of members) named.add(one);
		return hold([row, ...rows], records);
	});
	return [...withoutThose(named, fates), ...held];
}

function membersOf({ rows, records }: Members): Array<Row | DataRecord> {
	return [...rows, ...records.map(({ record }) => record)];
}

/** What must not happen to somebody else. A row that only the last read missed is due in the next execution. */
const AT_RISK = new Set<Fate['fate'] | undefined>(['created', 'removed', 'missed']);

export function isAtRisk(one: Fate | undefined): boolean {
	return AT_RISK.has(one?.fate);
}
