import type { DataRecord } from '../../api/page';
import type { Identified } from '../../identity/identity';
import type { Doubt } from '../../identity/missing';
import type { Fate, Held } from '../fates';
import type { Row } from '../rows';

/** What a rule judges by. */
export interface Evidence {
	rows: Row[];
	/** The list as it was read last. */
	list: Identified;
	/** All of its records, in their order. */
	records: DataRecord[];
	/** The field that identifies a record. */
	field: string;
	/** Of the compared fields. */
	names: string[];
	/** An IANA name, for dates without one. */
	timeZone: string;
	/** Why a record that no read showed may be there all the same. */
	doubt: Doubt | undefined;
	/** Whether nobody looks at what is output before it is saved. */
	isUnattended: boolean;
}

/** A reason to hold something back: which fates it doubts, what it makes of them, and what it says. */
export type Rule = (fates: Fate[], evidence: Evidence) => Fate[];

/** The fates that a rule does not doubt, then those that it holds back: each rule is heard after those before it. */
export function holdBack(fates: Fate[], judge: (one: Fate) => Held | undefined): Fate[] {
	const held: Held[] = [];
	const left = fates.filter((one) => {
		const doubted = judge(one);
		if (doubted) held.push(doubted);
		return !doubted;
	});
	return [...left, ...held];
}
