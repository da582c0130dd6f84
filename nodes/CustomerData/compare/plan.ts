import type { UserError } from 'n8n-workflow';
import type { IdentifiedRead } from '../identity/identity';
import { doubtIn, DOUBTS, type Doubt } from '../identity/missing';
import { errorsFor, withFate, type Fate } from './fates';
import { match } from './match';
import type { Row } from './rows';
import { ambiguous } from './rules/ambiguous';
import { asksIn, errorsOfAgain, recall, type Asked } from './rules/asked';
import { inDoubt } from './rules/inDoubt';
import { overwritten } from './rules/overwritten';
import { respelled } from './rules/respelled';
import type { Evidence, Rule } from './rules/rule';
import { twins } from './rules/twins';

/**
 * In their order: each judges what those before it left. Two speak earlier, because a row that they hold back is not
 * missing: `match` holds back rows that share an identifier, and `respelled` is heard before the list is read again. What
 * was asked for before is known only once all else is decided.
 */
const RULES: Rule[] = [ambiguous, twins, inDoubt, overwritten];

/** What the rows and a list that was read whole make of each other, as far as they say. */
export interface Compared extends Evidence {
	fates: Fate[];
}

type Basis = Pick<Evidence, 'rows' | 'field' | 'names' | 'timeZone' | 'isUnattended'>;

export interface Plan {
	fates: Fate[];
	/** Of what is held back, and of what was asked for before, and not done. */
	errors: UserError[];
	/** What was asked for, this plan included. */
	asked: Asked;
}

/** Reads the list, and again where a row seems to have no record: one that others move can be missed. */
export async function compareWhole(
	read: () => Promise<IdentifiedRead>,
	basis: Basis,
): Promise<Compared> {
	const first = comparedWith(await read(), basis);
	const missing = new Set(withFate('removed', first.fates).map(({ row }) => row));
	if (missing.size === 0) return first;
	// Without `await`, nothing keeps the first list in memory while the second one is read.
	return compareAgain(read, basis, missing, first.doubt);
}

async function compareAgain(
	read: () => Promise<IdentifiedRead>,
	basis: Basis,
	missing: Set<Row>,
	doubt: Doubt | undefined,
): Promise<Compared> {
	const compared = comparedWith(await read(), basis);
	const fates = compared.fates.map((one): Fate => {
		return one.fate === 'removed' && !missing.has(one.row) ? { ...one, fate: 'missed' } : one;
	});
	return { ...compared, fates, doubt: doubt ?? compared.doubt };
}

function comparedWith({ result, list }: IdentifiedRead, basis: Basis): Compared {
	const { records } = result;
	const isUnclear = list.keyless.length > 0;
	const doubt = records.length === 0 ? DOUBTS.isEmpty : doubtIn(isUnclear, result);
	const evidence = { ...basis, list, records, doubt };
	return { ...evidence, fates: respelled(match(basis.rows, list, basis.timeZone), evidence) };
}

/** Decides what is due, and what is held back. @param known what was asked for so far */
export function planFor({ fates: found, ...evidence }: Compared, known: Asked): Plan {
	const fates = RULES.reduce((left, rule) => rule(left, evidence), found);
	const { list, doubt } = evidence;
	const listed = doubt ? undefined : [...list.records.keys(), ...list.shared.keys()];
	const { again, next } = recall(known, asksIn(fates, evidence), listed);
	const before = new Set(again.map(({ key }) => key));
	const due = fates.filter((one) => one.fate !== 'created' || !before.has(one.key));
	return { fates: due, errors: [...errorsFor(due), ...errorsOfAgain(again)], asked: next };
}
