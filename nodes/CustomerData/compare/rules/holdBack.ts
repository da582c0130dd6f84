import type { Fate, Held, Reason } from '../fates';

/** The fates against which nothing speaks, then those that are held back. @param reasonsOf what speaks against one */
export function holdBack(fates: Fate[], reasonsOf: (one: Fate) => Reason[]): Fate[] {
	const held: Held[] = [];
	const left = fates.filter((one) => {
		const reasons = reasonsOf(one);
		if (reasons.length > 0)
			held.push({ fate: 'held', rows: 'row' in one ? [one.row] : [], records: [], reasons });
		return reasons.length === 0;
	});
	return [...left, ...held];
}
