import type { Fate, Held, Reason } from '../fates';

type NotHeld = Exclude<Fate, Held>;

/**
 * What speaks against a fate because of a field, or the whole list, is said before what speaks against one person.
 *
 * @param reasonsOf what speaks against a fate
 */
export function holdBack(fates: Fate[], reasonsOf: (one: NotHeld) => Reason[]): Fate[] {
	const held: Held[] = [];
	const left = fates.filter((one) => {
		if (one.fate === 'held') return true;
		const reasons = reasonsOf(one);
		if (reasons.length > 0) held.push({ ...membersIn(one), fate: 'held', reasons });
		return reasons.length === 0;
	});
	return [...held, ...left];
}

function membersIn(one: NotHeld): Pick<Held, 'rows' | 'records'> {
	if (one.fate === 'created') return { rows: [], records: [one] };
	const { key } = one.row;
	return { rows: [one.row], records: 'record' in one ? [{ key, record: one.record }] : [] };
}
