import type { Words } from '../errors/nodeErrors';
import { named } from '../errors/userError';
import { brake, TooMany } from '../identity/brake';
import { isListed, type KeyedList } from '../identity/identity';
import { stillHeldBack, type Doubt } from '../identity/missing';
import type { OptionValues } from '../parameters/chosenOptions';
import { FEW_RECORDS } from '../parameters/limits';
import { IDENTIFIER } from '../parameters/list';
import { LEFT_OUT } from '../parameters/onlyRecords';
import { OPTIONS } from '../parameters/options';
import { withFate, type Compared, type Fate } from './fates';
import { inputKeyProperty, matchByProperty } from './properties';
import { fieldsOf, givenIn, hasKey, type Columns, type Row } from './rows';

const KEY = `'${inputKeyProperty.displayName}'`;
const OTHER_COMPANY =
	'Make sure that the credential is for the company whose contacts the input has.';

/** Why nothing at all may be output: unusually many would be created or removed, or nobody looks at a first load. */
export function stopOf(compared: Compared): TooMany | undefined {
	const { rows, list, fates, request, columns, conditions } = compared;
	const isKnown = isAnyKnown(compared);
	const first = firstUnmatched(compared);
	if (first) return firstLoad(first, columns);
	const note = conditions.length > 0 ? ` ${LEFT_OUT}` : '';
	const cause = () => likelyCause(rows, columns, list, isKnown, note);
	const { length: created } = withFate('created', fates);
	const { size: records } = list.records;
	const isFew = isKnown && created <= FEW_RECORDS && 2 * created <= records;
	const besides = { cause, note: note + pageNote(givenIn(rows)) };
	const tooManyCreated = isFew
		? undefined
		: brakeOnCreated(created, records, request.options, besides);
	return tooManyCreated ?? tooManyRemoved(compared, isKnown, { cause, note });
}

/**
 * Where most of those whom a person has just created would be created again, the CRM is read in part, or refused
 * them. A first page can hold a few of them.
 *
 * @param before the keys that the last execution by hand output as created
 */
export function stopAtCopies(fates: Fate[], before: string[]): TooMany | undefined {
	const due = new Set(withFate('created', fates).map(({ key }) => key));
	const again = before.filter((key) => due.has(key));
	const isMost = again.length >= FEW_RECORDS && 2 * again.length > before.length;
	if (!isMost) return undefined;
	const message = `${named(again)} were output as created by the execution before, and are not in the input`;
	const description =
		'Nothing was output, so that there is no second copy. Look for them in your CRM. If they are there, the node before this one does not return all contacts, for example only the first page, or the identifier is saved in another field. If they are not there, your CRM refused them: check the node that creates them. Then execute the workflow again: this message comes once.';
	return new TooMany(message, { description });
}

/** Rows that had an identifier, and those that were found to be of a record, each have a share of their own. */
function tooManyRemoved(
	{ rows, list, fates, doubt, request }: Compared,
	isKnown: boolean,
	besides: Besides,
): TooMany | undefined {
	const isMatched = ({ row }: { row: Row }) => row.isMatched === true;
	const removed = withFate('removed', fates);
	const found = [...removed, ...withFate('updated', fates), ...withFate('same', fates)];
	// A node that reads pages can return a row several times.
	const keys = rows.flatMap(({ key, isMarked }) => (isMarked ? [] : (key ?? [])));
	const { size: known } = new Set(keys);
	const { length: matched } = found.filter(isMatched);
	const { length: removedMatched } = removed.filter(isMatched);
	const brakeOn = (count: number, of: number) => {
		// Where nobody is known, few are many, too.
		const isShort = of < FEW_RECORDS && (isKnown || list.records.size === 0);
		return isShort ? undefined : brakeOnRemoved(count, of, request.options, { ...besides, doubt });
	};
	return brakeOn(removed.length - removedMatched, known) ?? brakeOn(removedMatched, matched);
}

/** Whether any row has the identifier of a record, or was found to be that of one. */
function isAnyKnown({ rows, list, fates }: Compared): boolean {
	return (
		rows.some((row) => hasKey(row) && isListed(list, row.key)) ||
		fates.some(
			(one) => 'row' in one && (one.fate === 'same' || one.fate === 'updated' || one.row.isMatched),
		)
	);
}

/** The first row, if none has an identifier yet, or none any more, and nobody looks whose they are. */
function firstUnmatched({ rows, list, isUnattended }: Compared): Row | undefined {
	const [first] = givenIn(rows);
	return isUnattended && list.records.size > 0 && !rows.some(hasKey) ? first : undefined;
}

export function firstLoad(first: Row, { key }: Columns): TooMany {
	return new TooMany(
		`No contact has a value in '${key}', and nobody looks whose contacts they are`,
		{
			description: `Nothing was output. If no contact in your CRM has an identifier yet, execute this workflow by hand, whatever 'Max Created (%)' is. If some contacts are your customers, choose '${matchByProperty.displayName}' before, which connects them. If they had identifiers before, check ${KEY}: the first contact has the fields ${fieldsOf(first)}.`,
		},
	);
}

/** A CRM that is read in part returns as many rows as fit on a page. */
export function pageNote({ length }: Row[]): string {
	const isRound = [10, 20, 25, 30].includes(length) || (length > 0 && length % 50 === 0);
	if (!isRound) return '';
	return ` The input has exactly ${length} contacts, so it may be only the first page: look in your CRM how many there are.`;
}

/** What else to say. */
interface Besides {
	/** What probably is wrong, in place of the maximum. */
	cause?: () => Words | undefined;
	note?: string;
	doubt?: Doubt | undefined;
}

export function brakeOnCreated(
	count: number,
	of: number,
	{ maxCreated }: Pick<OptionValues, 'maxCreated'>,
	{ cause, note = '' }: Besides = {},
): TooMany | undefined {
	const { displayName: option } = OPTIONS.maxCreated;
	const maximum = { option, percentage: maxCreated, next: 'execution' } as const;
	return brake(count, of, maximum, (exceeded, letThrough) => {
		const [are, reason] =
			count === 1 ? ['is', 'the record is new'] : ['are', 'the records are new'];
		return (
			cause?.() ?? {
				message: `${count} of ${of} records ${are} not in the input, more than ${exceeded}`,
				description: `Nothing was output.${note} The input may be incomplete: check that the node before this one returns all contacts. ${OTHER_COMPANY} If ${reason}, ${letThrough}`,
			}
		);
	});
}

export function brakeOnRemoved(
	count: number,
	of: number,
	{ maxRemovals, mostRemovals = Infinity }: Pick<OptionValues, 'maxRemovals' | 'mostRemovals'>,
	{ cause, note = '', doubt }: Besides = {},
): TooMany | undefined {
	const { displayName: option } = OPTIONS.maxRemovals;
	const maximum = {
		option,
		percentage: maxRemovals,
		most: mostRemovals,
		next: 'execution',
	} as const;
	return brake(count, of, maximum, (exceeded, letThrough) => {
		const [have, they] = count === 1 ? ['has', 'it was'] : ['have', 'they were'];
		const even = doubt ? ` ${stillHeldBack(doubt)}` : '';
		return (
			cause?.() ?? {
				message: `${count} of ${of} contacts ${have} no record in the list, more than ${exceeded}`,
				description: `Nothing was output. The next execution looks again.${note} ${OTHER_COMPANY} If ${they} removed on purpose, ${letThrough}${even}`,
			}
		);
	});
}

/** Why the two sides may know so little of each other, where they show it. */
export function likelyCause(
	rows: Row[],
	{ key: path }: Columns,
	list: KeyedList,
	isKnown: boolean,
	note = '',
): Words | undefined {
	const given = givenIn(rows);
	const [first] = given;
	if (!first) return undefined;
	const one = given.find(hasKey);
	if (!one) {
		if (isKnown) return undefined;
		return {
			message: `No contact has a value in '${path}', so all records would be output as created`,
			description: `Nothing was output. Check ${KEY}: the first contact has the fields ${fieldsOf(first)}. If your CRM has none of these records yet, set 'Max Created (%)' under 'Options' to 100, and execute this workflow by hand. If it has some of them, choose '${matchByProperty.displayName}' before.`,
		};
	}
	const isAlike = given.every(({ key }) => key === one.key);
	if (isAlike && new Set(given.map(({ input }) => JSON.stringify(input))).size > 1) {
		return {
			message: `All contacts have ${one.key} in '${path}'`,
			description: `Check ${KEY}: the field must differ from contact to contact, such as the code.`,
		};
	}
	const [other] = list.records.keys();
	if (other === undefined || isKnown) return undefined;
	return {
		message: 'No contact has a record in the list',
		description: `Nothing was output.${note} ${OTHER_COMPANY} If it is, check that '${IDENTIFIER.displayName}' and ${KEY} name fields with the same identifier, such as the code: for example, the input has ${one.key}, and the list has ${other}. If your CRM really has none of these records, empty that field in its contacts, set 'Max Created (%)' under 'Options' to 100, and execute this workflow by hand.`,
	};
}
