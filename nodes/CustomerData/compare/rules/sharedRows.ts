import { userError } from '../../errors/userError';
import type { Group } from '../../identity/groups';
import type { Held } from '../fates';
import type { KeyedRow } from '../rows';

/** Different rows with one identifier: any of them may be the record's own. */
export function sharedBy(rows: Group<KeyedRow>): Held {
	const [row] = rows;
	const say = () =>
		userError(
			`${rows.length} input items share the identifier ${row.key}`,
			'Merge these rows in your CRM, or remove the identifier from all but one of them.',
		);
	return { fate: 'held', reasons: [say], row };
}
