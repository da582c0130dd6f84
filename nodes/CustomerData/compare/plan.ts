import type { UserError } from 'n8n-workflow';
import { doubtIn, DOUBTS } from '../identity/missing';
import { asksIn, errorsOfAgain, recall, type Ask, type Asked } from './asked';
import { markOfNone } from './checks';
import { errorsFor, withFate, type Compared, type CompareStep, type Fate } from './fates';
import { stopAtCopies, stopOf } from './guards';
import type { CompareRequest } from './request';
import type { Row } from './rows';
import { inDoubt } from './rules/inDoubt';
import { letIn } from './rules/letIn';
import { overwritten } from './rules/overwritten';
import { unknownColumn } from './rules/unknownColumn';
import { alikeInAll } from './signs/alike';
import { sameIdentifier } from './signs/identifier';
import { sameValue } from './signs/sameValue';
import { spelledOtherwise } from './signs/spelling';
import type { WantedRead } from './wanted';

/*
 * Whose each row is, and what is due, from top to bottom. `sameIdentifier` and `sameValue` make pairs. All others who
 * share something meet, and one rule says who of them is held back (`meet.ts`). The signs come from the strongest to
 * the weakest, because a stronger one can settle what a weaker one would leave open.
 */

/** After each read. If a row has no record then, the list is read again: others may have moved it during the read. */
const BY_IDENTIFIER: CompareStep[] = [sameIdentifier, spelledOtherwise];

/** After the last read. Rows without an identifier can become pairs. */
const BY_CHOSEN_FIELDS: CompareStep[] = [sameValue];

/*
 * Now the guards count who would be created and removed (`stopOf`). Rows and records that are only alike still count:
 * where each row has lost its record, the input or the credential is more likely wrong than a thousand codes.
 */

/** Whoever is only alike is held back. All steps but the first doubt what is due, whoever it is. */
const AFTER_GUARDS: CompareStep[] = [alikeInAll, inDoubt, letIn, overwritten, unknownColumn];

/* At last, what a published workflow has asked for before is named instead of created once more (`asked.ts`). */

function after(steps: CompareStep[], compared: Compared): Compared {
	return steps.reduce((soFar, step) => ({ ...soFar, fates: step(soFar) }), compared);
}

/** Compares the rows with the whole list. What is due, `planFor` says once nothing more is waited for. */
export async function compareWhole(
	read: () => Promise<WantedRead>,
	request: CompareRequest,
	rows: Row[],
): Promise<Compared> {
	const first = compareOnce(await read(), request, rows);
	const missing = new Set(withFate('removed', first.fates).map(({ row }) => row));
	if (missing.size === 0) return after(BY_CHOSEN_FIELDS, first);
	const { doubt } = first;
	// Without `await`, nothing keeps the first list in memory while the second one is read.
	return compareAgain(read, request, rows, { missing, doubt });
}

/** @param before what the first read missed, and its doubt */
async function compareAgain(
	read: () => Promise<WantedRead>,
	request: CompareRequest,
	rows: Row[],
	before: { missing: Set<Row> } & Pick<Compared, 'doubt'>,
): Promise<Compared> {
	const again = compareOnce(await read(), request, rows);
	const fates = again.fates.map((one): Fate => {
		return one.fate === 'removed' && !before.missing.has(one.row)
			? { ...one, fate: 'missed' }
			: one;
	});
	return after(BY_CHOSEN_FIELDS, { ...again, fates, doubt: before.doubt ?? again.doubt });
}

function compareOnce(
	{ result, list, ...others }: WantedRead,
	request: CompareRequest,
	rows: Row[],
): Compared {
	const { records } = result;
	const isUnclear = list.keyless.length > 0;
	const doubt = records.length === 0 ? DOUBTS.isEmpty : doubtIn(isUnclear, result);
	return after(BY_IDENTIFIER, { ...request, ...others, rows, list, records, doubt, fates: [] });
}

export interface Plan {
	fates: Fate[];
	/** Why nothing may be output, if so. What is held back is said once this is settled. */
	stop: UserError | undefined;
	/** Of what is held back, and of what was asked for before, and not done; whatever is probably the cause comes first. */
	errors: UserError[];
	/** What was asked for before, and not done. */
	again: Ask[];
	/** What was asked for, this plan included. */
	asked: Asked;
}

/** What was asked for so far. */
export interface KnownAsks {
	asked: Asked;
	/** The keys that the last execution by hand output as created. */
	createdByHand: string[];
}

/** Decides what is due. It waits for nothing, so that executions that overlap do not ask for the same. */
export function planFor(compared: Compared, known: KnownAsks): Plan {
	const { list, doubt, names } = compared;
	const tooMany = stopOf(compared);
	const { fates } = after(AFTER_GUARDS, compared);
	const stop = tooMany ?? stopAtCopies(fates, known.createdByHand);
	const listed = doubt ? undefined : [...list.records.keys(), ...list.shared.keys()];
	const { again, next } = recall(known.asked, asksIn(fates, names), listed);
	const askedBefore = new Set(again.map(({ key }) => key));
	const due = fates.filter((one) => one.fate !== 'created' || !askedBefore.has(one.key));
	const held = errorsFor(due);
	const cause = held.length > 0 ? markOfNone(compared) : [];
	const errors = [...cause, ...held, ...errorsOfAgain(again)];
	return { fates: due, stop, errors, again, asked: next };
}
