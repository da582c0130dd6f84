import { notRemoved } from '../../identity/missing';
import type { CompareStep } from '../fates';
import { holdBack } from './holdBack';

/** Rows without a record, while the list may have records that were not read: nobody is removed. */
export const inDoubt: CompareStep = ({ fates, doubt }) => {
	if (!doubt) return fates;
	const say = (keys: string[]) => notRemoved(keys, doubt);
	return holdBack(fates, (one) => (one.fate === 'removed' ? [{ name: one.row.key, say }] : []));
};
