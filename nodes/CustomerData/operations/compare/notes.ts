import type { Words } from '../../errors/nodeErrors';
import type { Pair } from './differences';
import type { Due } from './due';
import type { Row } from './rows';

/**
 * What to say beside the output, and in n8n's log: e.g. "60 input items compared: 2 to create, 3 to update (City 2,
 * Name 1), 4 left alone without an identifier". It is plain information: there is nothing to do about it.
 */
export function summaryOf(
	rows: Row[],
	{ created, updated, removed }: Pick<Due, 'created' | 'updated' | 'removed'>,
): Words {
	const given = rows.filter(({ input }) => Object.keys(input).length > 0);
	const keyless = given.filter(({ key }) => key === undefined).length;
	const why = [...reasonsOf(updated)].map(([name, count]) => `${name} ${count}`).join(', ');
	const changes = [
		...(created.length > 0 ? [`${created.length} to create`] : []),
		...(updated.length > 0 ? [`${updated.length} to update${why && ` (${why})`}`] : []),
		...(removed.length > 0 ? [`${removed.length} to remove`] : []),
	];
	const found = changes.length > 0 ? changes : ['nothing to create, update or remove'];
	if (keyless > 0) found.push(`${keyless} left alone without an identifier`);
	const items = `${given.length} input item${given.length === 1 ? '' : 's'}`;
	return { message: `${items} compared: ${found.join(', ')}`, description: '' };
}

/** How many rows are to be updated for each reason, the most frequent one first. */
function reasonsOf(updated: Pair[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { row, differing } of updated) {
		const reasons = row.isMarked ? [...differing, 'marked as removed'] : differing;
		for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	return new Map([...counts].sort(([, one], [, other]) => other - one));
}
