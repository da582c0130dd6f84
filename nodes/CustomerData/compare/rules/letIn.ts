import type { UserError } from 'n8n-workflow';
import { listed, named, userError } from '../../errors/userError';
import { ONLY_RECORDS, type Condition } from '../../parameters/onlyRecords';
import type { CompareStep } from '../fates';
import { isToWake } from '../rows';
import { holdBack } from './holdBack';

/**
 * Records that come in while a condition lost its field: where no record has a value there any more, the condition
 * leaves nobody out, so these may be the records that it kept out. E.g. 'Blocked' is not true, and the API key lost the
 * right to read Blocked.
 */
export const letIn: CompareStep = ({ fates, emptied }) => {
	if (emptied.length === 0) return fates;
	const say = (keys: string[]) => cameIn(keys, emptied);
	return holdBack(fates, (one) => {
		const name = one.fate === 'created' ? one.key : one.fate === 'updated' ? one.row.key : '';
		const comesIn = one.fate === 'created' || (one.fate === 'updated' && isToWake(one.row));
		return comesIn ? [{ name, say }] : [];
	});
};

export function cameIn(keys: string[], emptied: Condition[]): UserError {
	const fields = listed([...new Set(emptied.map(({ field }) => field))], 'disjunction');
	return userError(
		`${named(keys)} may come in only because no record has a value in ${fields}`,
		`Check whether the API key may read the field: without it, '${ONLY_RECORDS}' cannot leave out the records that it left out before. If the field is empty on purpose, delete that line.`,
	);
}
