import { listed, userError } from '../../errors/userError';
import { named } from '../../identity/spelling';
import type { CompareStep } from '../fates';
import { onlyRecordsProperty } from '../properties';
import { isToWake } from '../rows';
import { holdBack } from './holdBack';

/**
 * Records that come in while a condition lost its field: where no record has a value there any more, the condition
 * leaves nobody out, so these may be the records that it kept out. E.g. 'Blocked' is not true, and the API key lost the
 * right to read Blocked.
 */
export const letIn: CompareStep = ({ fates, emptied }) => {
	if (emptied.length === 0) return fates;
	const fields = listed([...new Set(emptied.map(({ field }) => field))], 'disjunction');
	const say = (keys: string[]) =>
		userError(
			`${named(keys)} may be output only because no record has a value in ${fields}`,
			`'${onlyRecordsProperty.displayName}' left out records by this field before, and can leave out none without it. Check whether the API key may read the field. If it is empty on purpose, delete that line.`,
		);
	return holdBack(fates, (one) => {
		const name = one.fate === 'created' ? one.key : one.fate === 'updated' ? one.row.key : '';
		const comesIn = one.fate === 'created' || (one.fate === 'updated' && isToWake(one.row));
		return comesIn ? [{ kind: 'let in', name, say }] : [];
	});
};
