import { withFate, type Compared, type Fate, type Pair } from '../compare/fates';
import { givenIn, hasKey, isToWake, type Columns } from '../compare/rows';
import { ONLY_RECORDS } from '../parameters/onlyRecords';

export interface Summary {
	rows: number;
	/** With which the rows were compared. */
	records: number;
	/** Records that a condition leaves out. */
	leftOut: number;
	created: number;
	updated: number;
	removed: number;
	/** Rows without an identifier. */
	leftAlone: number;
	/** Records that wait for somebody to look, and rows that wait without one. */
	heldBack: number;
	/** How many rows are to be updated for each reason, the most frequent one first. */
	byField: Record<string, number>;
}

type Sides = Pick<Compared, 'rows' | 'records' | 'leftOut'>;

export function summaryOf({ rows, records, leftOut }: Sides, fates: Fate[]): Summary {
	const updated = withFate('updated', fates);
	return {
		rows: givenIn(rows).length,
		records: records.length,
		leftOut: leftOut.length,
		created: withFate('created', fates).length,
		updated: updated.length,
		removed: withFate('removed', fates).length,
		leftAlone: withFate('leftAlone', fates).filter(({ row }) => !hasKey(row)).length,
		heldBack: waitingIn(fates),
		byField: reasonsOf(updated),
	};
}

function waitingIn(fates: Fate[]): number {
	const held = withFate('held', fates);
	const records = held.flatMap((one) => one.records.map(({ key, record }) => key ?? record));
	return new Set(records).size + held.filter((one) => one.records.length === 0).length;
}

/** What becomes of whoever is removed, in a word. */
export function removalOf({ removed: mark }: Columns): string {
	return mark === '' ? 'remove' : 'mark as inactive';
}

/** E.g. "2 to create, 3 to update, 1 held back". @param why what differs in those to update */
export function headingOf(
	{ created, updated, removed, heldBack }: Summary,
	removal: string,
	why = '',
): string {
	const changes = [
		...(created > 0 ? [`${created} to create`] : []),
		...(updated > 0 ? [`${updated} to update${why && ` (${why})`}`] : []),
		...(removed > 0 ? [`${removed} to ${removal}`] : []),
	];
	const found = changes.length > 0 ? changes : [`nothing to create, update or ${removal}`];
	return [...found, ...(heldBack > 0 ? [`${heldBack} held back`] : [])].join(', ');
}

/**
 * What to say beside the output, and in n8n's log: e.g. "60 contacts compared with 62 records: 2 to create, 3 to
 * update (City 2, Name 1), 4 left alone without an identifier". It is plain information: there is nothing to do about it.
 */
export function summaryText(summary: Summary, removal: string): string {
	const { rows, leftAlone } = summary;
	const why = Object.entries(summary.byField)
		.map(([name, count]) => `${name} ${count}`)
		.join(', ');
	const found = [headingOf(summary, removal, why)];
	if (leftAlone > 0) found.push(`${leftAlone} left alone without an identifier`);
	const items = quantityOf(rows, 'contact');
	return `${items} compared with ${quantityOf(summary.records, 'record')}${without(summary)}: ${found.join(', ')}`;
}

/** How many records were not compared, and why; empty if all were. */
export function without({ leftOut }: Pick<Summary, 'leftOut'>): string {
	return leftOut > 0 ? ` (${leftOut} left out by '${ONLY_RECORDS}')` : '';
}

export function quantityOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function reasonsOf(updated: Pair[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const { row, differing } of updated) {
		const names = differing.map(({ name }) => name);
		const reasons = isToWake(row) ? [...names, 'marked as removed'] : names;
		for (const reason of new Set(reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}
