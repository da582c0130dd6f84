import { errorsOf } from '../../identity/unidentified';
import type { Fate } from '../fates';
import type { Rule } from './rule';

/** Records without an identifier, or with one that others have, too: none of them can be told apart. */
export const ambiguous: Rule = ({ fates, list, field }) => {
	const errors = errorsOf(list, field);
	return [...errors.map((error): Fate => ({ fate: 'held', reasons: [() => error] })), ...fates];
};
