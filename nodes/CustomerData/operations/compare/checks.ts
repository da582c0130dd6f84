import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../../api/page';
import { inWords, userError } from '../../errors/userError';
import type { KeyedList } from '../../identity/identity';
import { FEW_RECORDS } from '../../identity/missing';
import { IDENTIFIER } from '../../parameters/list';
import type { OptionValues } from '../../parameters/optionValues';
import { FieldPicker } from '../../read/fieldPicker';
import type { Differences, Row } from './differences';
import { compareFieldsProperty, inputKeyProperty } from './properties';

const VALUE = `'${inputKeyProperty.displayName}'`;
/** n8n adds a field that is dragged into a box to what stands there. */
export const DRAG = `Empty ${VALUE}, and drag the field that holds the identifier there.`;

/** Refuses rows that say nothing of any record, or all the same. @throws UserError */
export function checkRows(rows: Row[]): void {
	// An empty item stands for a system without rows.
	const given = rows.filter(({ input }) => Object.keys(input).length > 0);
	if (given.length > 0 && given.every(({ isAbsent }) => isAbsent)) {
		throw userError(
			`No input item has the field in ${VALUE}`,
			`${DRAG} If no row has an identifier yet, let the node before this one return only rows that have one.`,
		);
	}
	const [first] = given;
	const isSame = given.every(({ key }) => key !== undefined && key === first?.key);
	if (given.length > 1 && isSame) {
		throw userError(
			`${VALUE} is the same for all input items`,
			`${DRAG} If the items do share it, merge them in your CRM.`,
		);
	}
}

/** @throws UserError for a field to compare that no record has */
export function checkFields(rows: Row[], records: DataRecord[]): void {
	const names = new Set<string>();
	for (const { fields } of rows) for (const [name] of fields) names.add(name);
	new FieldPicker([...names], { parameter: compareFieldsProperty.displayName }).checkAll(records);
}

/**
 * @returns whether any row has a record, without which few would be many, too
 * @throws UserError where rows have identifiers and none is in the list: all would be removed, and all created
 */
export function checkKnown(
	rows: Row[],
	{ records, shared }: KeyedList,
	{ maxCreated, maxRemovals }: Pick<OptionValues, 'maxCreated' | 'maxRemovals'>,
): boolean {
	const keys = rows.map(({ key }) => key).filter((key) => key !== undefined);
	const isKnown = keys.some((key) => records.has(key) || shared.has(key));
	const [own] = keys;
	const [other] = records.keys();
	const isAllowed = maxCreated === 100 && maxRemovals === 100;
	if (isKnown || isAllowed || own === undefined || other === undefined) return isKnown;
	throw userError(
		'No input item has a record in the list',
		`Nothing was output. For example, the input has ${own}, and the list has ${other}. Check that the field in '${IDENTIFIER.displayName}' and the value in ${VALUE} are the same identifier, such as the code. If your CRM really has none of these records, raise 'Max Created (%)' and 'Max Removals (%)' under 'Options' to 100 for one execution. It outputs all records as created, and items that have an identifier as removed.`,
	);
}

/**
 * @param count how many of the records would be created
 * @param maxCreated the most that may be, as a percentage
 * @param isKnown whether any row has a record
 * @throws UserError where so many would be created that the input may be incomplete
 */
export function checkCreated(
	count: number,
	records: number,
	maxCreated: number,
	isKnown: boolean,
): void {
	if (100 * count <= maxCreated * records || (isKnown && count <= FEW_RECORDS)) return;
	const percentage = Math.ceil((100 * count) / records);
	const verb = count === 1 ? 'is' : 'are';
	throw userError(
		`${count} of ${records} records ${verb} not in the input, more than 'Max Created (%)' allows (${maxCreated}%)`,
		`Nothing was output, because the input may be incomplete. Check that the node before this one returns all rows. If the records are new, raise 'Max Created (%)' under 'Options' to ${percentage}, and lower it again after the next execution.`,
	);
}

/** An error for each row, or several, that cannot be told apart, from each other or from a record. */
export function rowErrors({
	shared,
	respelled,
}: Pick<Differences, 'shared' | 'respelled'>): Array<{ error: UserError; item: number }> {
	return [
		...shared.map((rows) => {
			const [{ key, item }] = rows;
			const error = userError(
				`${rows.length} input items share the identifier ${key}`,
				'Merge these rows in your CRM, or remove the identifier from all but one of them.',
			);
			return { error, item };
		}),
		...respelled.map(({ row: { key, item }, keys }) => {
			const error = userError(
				`An input item has ${key}, but the list has ${inWords(keys)}`,
				'If they are the same record, correct the spelling in your CRM. If they are different ones, mark this row as removed in your CRM. If the record in the list has no row, add one by hand.',
			);
			return { error, item };
		}),
	];
}
