import { notRemoved } from '../../identity/missing';
import { holdBack, type Rule } from './rule';

/** Rows without a record, while the list may have records that were not read: nobody is removed. */
export const inDoubt: Rule = ({ fates, doubt }) => {
	if (!doubt) return fates;
	const say = (keys: string[]) => notRemoved(keys, doubt);
	return holdBack(fates, (one) =>
		one.fate === 'removed'
			? { fate: 'held', reasons: [say], name: one.row.key, row: one.row }
			: undefined,
	);
};
