import { inWords, userError } from '../../errors/userError';
import { groupedBy, type Group } from '../../identity/groups';
import { spellingsOf } from '../../identity/spelling';
import { openIn, type CompareStep, type Held, type KeyedRecord } from '../fates';
import { meet, type Meeting } from '../meet';
import type { Row } from '../rows';

/**
 * Rows without a record of their own meet the records whose identifiers are only spelled otherwise, such as "C-7" and
 * "c7": beside a row that may be its own, a record must not be created.
 */
export const spelledOtherwise: CompareStep = ({ fates, list }) => {
	const rows = fates.flatMap((one) => (one.fate === 'leftAlone' ? one.row : openIn(one).rows));
	const byKey = groupedBy(rows, ({ key }) => key);
	const keys = [...byKey.keys()].flatMap((key) => key ?? []);
	if (keys.length === 0) return fates;
	const spellings = spellingsOf(keys, list);
	const open = groupedBy(
		fates.flatMap((one) => openIn(one).records),
		({ key }) => key,
	);
	const meetings = [...byKey].flatMap(([key, same]): Meeting[] => {
		const others = (spellings.get(key ?? '') ?? []).filter((other) => other !== key);
		if (others.length === 0) return [];
		const records = others.flatMap((other) => open.get(other) ?? []);
		return [
			{ rows: same, records, countsPairs: true, hold: () => [spelledAs(same, others, records)] },
		];
	});
	return meet(fates, meetings);
};

/**
 * @param keys all of the list that the rows may have
 * @param records those with such a key that no row has
 */
export function spelledAs(rows: Group<Row>, keys: string[], records: KeyedRecord[]): Held {
	const [{ key = '' }] = rows;
	const say = () =>
		userError(
			`A contact has ${key}, but the list has ${inWords(keys)}`,
			'If they are the same record, correct the spelling in your CRM. If they are different ones, mark this contact as removed in your CRM. If the record in the list has no contact, add one by hand.',
		);
	return { fate: 'held', rows, records, reasons: [{ name: key, say }] };
}
