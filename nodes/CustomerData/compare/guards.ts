import type { Words } from '../errors/nodeErrors';
import { brake, type TooMany } from '../identity/brake';
import { isListed, type KeyedList } from '../identity/identity';
import { stillHeldBack, type Doubt } from '../identity/missing';
import type { OptionValues } from '../parameters/chosenOptions';
import { FEW_RECORDS } from '../parameters/limits';
import { IDENTIFIER } from '../parameters/list';
import { OPTIONS } from '../parameters/options';
import { withFate, type Compared } from './fates';
import { inputKeyProperty } from './properties';
import { fieldsOf, givenIn, hasKey, type Columns, type Row } from './rows';
import { LEFT_OUT } from './wanted';

const KEY = `'${inputKeyProperty.displayName}'`;
const OTHER_COMPANY =
	'Make sure that the credential is for the company whose records the input has.';

/** Why nothing at all may be output. */
export interface Stop {
	error: TooMany;
	/** Whether what is held back is not worth a word beside it, because no row has its record. */
	saysAll: boolean;
}

/** Stops where unusually many would be created or removed. */
export function stopOf(compared: Compared): Stop | undefined {
	const { rows, list, fates, doubt, request, columns, conditions } = compared;
	const { options } = request;
	const isKnown = isAnyKnown(compared);
	const note = conditions.length > 0 ? ` ${LEFT_OUT}` : '';
	const cause = () => (isKnown ? undefined : likelyCause(rows, columns, list, note));
	const { length: created } = withFate('created', fates);
	const { size: records } = list.records;
	const isFew = isKnown && created <= FEW_RECORDS && 2 * created <= records;
	const { length: removed } = withFate('removed', fates);
	// A node that reads pages can return a row several times.
	const keys = rows.flatMap(({ key, isMarked }) => (isMarked ? [] : (key ?? [])));
	const { size: known } = new Set(keys);
	// Where nobody is known, few are many, too.
	const isShort = known < FEW_RECORDS && (isKnown || records === 0);
	const error =
		(isFew ? undefined : brakeOnCreated(created, records, options, { cause, note })) ??
		(isShort ? undefined : brakeOnRemoved(removed, known, options, { cause, note, doubt }));
	return error && { error, saysAll: !isKnown };
}

/** Whether any row has the identifier of a record, or was found to be that of one. */
function isAnyKnown({ rows, list, fates }: Compared): boolean {
	return (
		rows.some((row) => hasKey(row) && isListed(list, row.key)) ||
		fates.some(({ fate }) => fate === 'same' || fate === 'updated')
	);
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
				description: `Nothing was output.${note} The input may be incomplete: check that the node before this one returns all rows. ${OTHER_COMPANY} If ${reason}, ${letThrough}`,
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
				message: `${count} of ${of} input items ${have} no record in the list, more than ${exceeded}`,
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
	note = '',
): Words | undefined {
	const given = givenIn(rows);
	const [first] = given;
	if (!first) return undefined;
	const one = given.find(hasKey);
	if (!one) {
		return {
			message: `No input item has a value in '${path}', so all records would be output as created`,
			description: `Nothing was output. Check ${KEY}: the first item has the fields ${fieldsOf(first)}. If your CRM has none of these records yet, set 'Max Created (%)' under 'Options' to 100 for one execution.`,
		};
	}
	const isAlike = given.every(({ key }) => key === one.key);
	if (isAlike && new Set(given.map(({ input }) => JSON.stringify(input))).size > 1) {
		return {
			message: `All input items have ${one.key} in '${path}'`,
			description: `Check ${KEY}: the field must differ from item to item, such as the code.`,
		};
	}
	const [other] = list.records.keys();
	if (other === undefined) return undefined;
	return {
		message: 'No input item has a record in the list',
		description: `Nothing was output.${note} ${OTHER_COMPANY} If it is, check that '${IDENTIFIER.displayName}' and ${KEY} name fields with the same identifier, such as the code: for example, the input has ${one.key}, and the list has ${other}. If your CRM really has none of these records, empty that field in its rows, and set 'Max Created (%)' under 'Options' to 100 for one execution.`,
	};
}
