import type { IDataObject } from 'n8n-workflow';
import { errorsOfAgain } from '../compare/asked';
import type { Plan } from '../compare/plan';
import { wordsOf, type HasNode } from '../errors/nodeErrors';
import { findingsIn, linesOf, NONE, type Finding } from '../report/findings';

/**
 * An item for each customer and row that is held back, or was asked for before and not saved. n8n would take an item
 * that has nothing but an error and a message for one of its own.
 *
 * @param message all of it in words, in the first item, for what says it once, such as *Stop and Error*
 * @param names of the compared fields
 */
export function heldBackItems(
	{ fates, again }: Pick<Plan, 'fates' | 'again'>,
	message: string,
	names: string[],
	context: HasNode,
): IDataObject[] {
	const held = findingsIn(fates, names, context).filter(({ change }) => change === 'held back');
	const notDone = again.map((ask): Finding => {
		const { key, name = NONE } = ask;
		const notes = errorsOfAgain([ask]).map((error) => wordsOf(error, context));
		return { change: 'held back', key: String(JSON.parse(key)), name, differences: [], notes };
	});
	return linesOf([...held, ...notDone]).map(({ key, name, note }, index) => {
		return { key, name, note, ...(index === 0 && { message }) };
	});
}

/** Stands for an execution in which nothing could be output. */
export function failureItem(message: string): IDataObject {
	return { key: NONE, name: NONE, note: message, message };
}
