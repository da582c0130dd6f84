import type { UserError } from 'n8n-workflow';
import type { IdentifiedRead } from '../identity/identity';
import { doubtIn, DOUBTS } from '../identity/missing';
import { asksIn, errorsOfAgain, recall, type Asked } from './asked';
import type { Compared, Comparison } from './comparison';
import { errorsFor, withFate, type Fate } from './fates';
import { stopOf } from './guards';
import { match } from './match';
import { matchBy } from './matchBy';
import type { Row } from './rows';
import { ambiguous } from './rules/ambiguous';
import { inDoubt } from './rules/inDoubt';
import { overwritten } from './rules/overwritten';
import { respelled } from './rules/respelled';
import type { Rule } from './rules/rule';
import { twins } from './rules/twins';

/*
 * What becomes of each record and row, from top to bottom:
 *
 * 1. `match`: by the identifier. Rows that share one are held back.
 * 2. `respelled`: rows whose identifier is only spelled otherwise are held back, so they are not missing.
 * 3. Where a row is missing all the same, the list is read again, and 1 and 2 are repeated.
 * 4. `matchBy`: by other values, for rows without an identifier.
 * 5. `stopOf`: so many would be created or removed that nothing may be output.
 * 6. `RULES`: what else is held back.
 * 7. `recall`: what was asked for before, and was not done.
 */

/** In their order: each judges what those before it left. */
const RULES: Rule[] = [ambiguous, twins, inDoubt, overwritten];

export interface Plan {
	fates: Fate[];
	/** Why none of it may be output. */
	stop: UserError | undefined;
	/** Of what is held back, and of what was asked for before, and not done. */
	errors: UserError[];
	/** What was asked for, this plan included. */
	asked: Asked;
}

type ReadAgain = () => Promise<IdentifiedRead>;

/** Steps 1 to 4. */
export async function compareWhole(
	read: ReadAgain,
	comparison: Comparison,
	rows: Row[],
): Promise<Compared> {
	const first = matched(await read(), comparison, rows);
	const missing = new Set(withFate('removed', first.fates).map(({ row }) => row));
	if (missing.size === 0) return matchBy(first);
	const { doubt } = first;
	// Without `await`, nothing keeps the first list in memory while the second one is read.
	return compareAgain(read, comparison, rows, { missing, doubt });
}

/** A record that others move can be missed by one read. */
async function compareAgain(
	read: ReadAgain,
	comparison: Comparison,
	rows: Row[],
	{ missing, doubt }: { missing: Set<Row> } & Pick<Compared, 'doubt'>,
): Promise<Compared> {
	const again = matched(await read(), comparison, rows);
	const fates = again.fates.map((one): Fate => {
		return one.fate === 'removed' && !missing.has(one.row) ? { ...one, fate: 'missed' } : one;
	});
	return matchBy({ ...again, fates, doubt: doubt ?? again.doubt });
}

function matched({ result, list }: IdentifiedRead, comparison: Comparison, rows: Row[]): Compared {
	const { records } = result;
	const isUnclear = list.keyless.length > 0;
	const doubt = records.length === 0 ? DOUBTS.isEmpty : doubtIn(isUnclear, result);
	const fates = match(rows, list, comparison.timeZone);
	const compared = { ...comparison, rows, list, records, doubt, fates };
	return { ...compared, fates: respelled(compared) };
}

/** Steps 5 to 7. @param known what was asked for so far */
export function planFor(compared: Compared, known: Asked): Plan {
	const { list, doubt, names } = compared;
	const stop = stopOf(compared);
	const fates = RULES.reduce((left, rule) => rule({ ...compared, fates: left }), compared.fates);
	const listed = doubt ? undefined : [...list.records.keys(), ...list.shared.keys()];
	const { again, next } = recall(known, asksIn(fates, names), listed);
	const before = new Set(again.map(({ key }) => key));
	const due = fates.filter((one) => one.fate !== 'created' || !before.has(one.key));
	return { fates: due, stop, errors: [...errorsFor(due), ...errorsOfAgain(again)], asked: next };
}
