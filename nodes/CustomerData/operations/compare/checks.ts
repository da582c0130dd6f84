import type { INode, UserError } from 'n8n-workflow';
import type { Words } from '../../errors/nodeErrors';
import { inWords, listed, userError } from '../../errors/userError';
import type { KeyedList } from '../../identity/identity';
import { FEW_RECORDS, TooManyRemovals } from '../../identity/missing';
import { named } from '../../identity/spelling';
import { IDENTIFIER } from '../../parameters/list';
import { OPTIONS } from '../../parameters/options';
import type { OptionValues } from '../../parameters/optionValues';
import type { Differences } from './differences';
import type { Overwritten } from './fields';
import { KINDS, type Ask } from './memory';
import { compareFieldsProperty, inputKeyProperty } from './properties';
import type { Columns, Row } from './rows';
import type { Twin } from './twins';

const KEY = `'${inputKeyProperty.displayName}'`;

/** @throws UserError for settings of the node with which it would make records of what are none, or miss rows */
export function checkNode({ alwaysOutputData, executeOnce }: INode): void {
	const setting = alwaysOutputData ? 'Always Output Data' : executeOnce && 'Execute Once';
	if (!setting) return;
	const why = alwaysOutputData ? 'an empty item would be created' : 'it would see one row alone';
	throw userError(
		`'${setting}' is turned on, so ${why}`,
		`On the 'Settings' tab of this node, turn off '${setting}'. Only the node before this one needs 'Always Output Data'.`,
	);
}

/**
 * Refuses rows that say nothing of any record, or all the same.
 *
 * @param maxCreated as a percentage
 * @throws UserError
 */
export function checkRows(rows: Row[], { key: path, removed }: Columns, maxCreated: number): void {
	const given = givenIn(rows);
	const [first, ...others] = given;
	if (!first) return;
	const fields = fieldsOf(first);
	if (given.every(({ key }) => key === undefined) && maxCreated < 100) {
		throw userError(
			`No input item has a value in '${path}', so all records would be output as created`,
			`Nothing was output. Check ${KEY}: the first item has the fields ${fields}. If your CRM has none of these records yet, raise 'Max Created (%)' under 'Options' to 100 for one execution.`,
		);
	}
	const isAlike = others.every(({ key }) => key !== undefined && key === first.key);
	const isOneRow = ({ input }: Row) => JSON.stringify(input) === JSON.stringify(first.input);
	if (isAlike && !others.every(isOneRow)) {
		throw userError(
			`All input items have ${first.key} in '${path}'`,
			`Check ${KEY}: the field must differ from item to item, such as the code.`,
		);
	}
	// Where no box is ticked yet, some CRMs return the field in no row; each row then counts as marked.
	if (given.every((row) => row.isMarkMissing && !row.isMarked)) {
		throw userError(
			`No input item has the field '${removed}'`,
			`Check '${OPTIONS.removedField.displayName}' under 'Options': the first item has the fields ${fields}.`,
		);
	}
}

/** An empty item stands for a system without rows. */
function givenIn(rows: Row[]): Row[] {
	return rows.filter(({ input }) => Object.keys(input).length > 0);
}

function fieldsOf({ input }: Row): string {
	return listed(Object.keys(input).slice(0, 20));
}

/** That rows lack what is compared of them: some systems leave out a field that is empty in all rows. */
export function missingPaths(rows: Row[], { fields }: Columns): Words | undefined {
	const [first, ...others] = givenIn(rows);
	if (!first) return undefined;
	const isMissing = (index: number) => (row: Row) => row.fields[index]?.[1] === undefined;
	const paths = fields.flatMap(([, path], index) =>
		[first, ...others].every(isMissing(index)) ? [path] : [],
	);
	if (paths.length === 0) return undefined;
	return {
		message: `No input item has the field ${listed([...new Set(paths)], 'disjunction')}`,
		description: `Check '${compareFieldsProperty.displayName}': the first item has the fields ${fieldsOf(first)}. If your CRM only leaves out what is empty, there is nothing to do.`,
	};
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
		`Nothing was output. For example, the input has ${own}, and the list has ${other}. Check that '${IDENTIFIER.displayName}' and ${KEY} name fields with the same identifier, such as the code. If your CRM really has none of these records, raise 'Max Created (%)' and 'Max Removals (%)' under 'Options' to 100 for one execution. It outputs all records as created, and items that have an identifier as removed.`,
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
	const isFew = isKnown && count <= FEW_RECORDS && 2 * count <= records;
	if (100 * count <= maxCreated * records || isFew) return;
	const percentage = Math.ceil((100 * count) / records);
	const verb = count === 1 ? 'is' : 'are';
	throw userError(
		`${count} of ${records} records ${verb} not in the input, more than 'Max Created (%)' allows (${maxCreated}%)`,
		`Nothing was output, because the input may be incomplete. Check that the node before this one returns all rows. If the records are new, raise 'Max Created (%)' under 'Options' to ${percentage}, and lower it again after the next execution.`,
	);
}

/** @throws TooManyRemovals for more than may be removed without a percentage of the user's */
export function checkMost(count: number, known: number, most: number): void {
	if (count <= most) return;
	throw new TooManyRemovals(
		`${count} of ${known} input items would be output as removed, more than ${most}`,
		{
			description: `Nothing was output, and the next execution looks again. If they were removed on purpose, add 'Max Removals (%)' under 'Options': with this option, only its percentage counts.`,
		},
	);
}

/** An error for each row, or several, that cannot be told apart, from each other or from a record. */
export function rowErrors({
	shared,
	respelled,
}: Pick<Differences, 'shared' | 'respelled'>): UserError[] {
	return [
		...shared.map((rows) =>
			userError(
				`${rows.length} input items share the identifier ${rows[0].key}`,
				'Merge these rows in your CRM, or remove the identifier from all but one of them.',
			),
		),
		...respelled.map(({ row: { key }, keys }) =>
			userError(
				`An input item has ${key}, but the list has ${inWords(keys)}`,
				'If they are the same record, correct the spelling in your CRM. If they are different ones, mark this row as removed in your CRM. If the record in the list has no row, add one by hand.',
			),
		),
	];
}

/** The most rows, records or reasons that one error names. */
export const MOST_NAMED = 100;

/** An error for the records without a row that rows without a record agree with. */
export function twinErrors(twins: Twin[]): UserError[] {
	if (twins.length === 0) return [];
	const pairs = twins.map(({ row, key }) => `${key} ${row.key ? `as ${row.key}` : 'without one'}`);
	const records = twins.length === 1 ? '1 record seems' : `${twins.length} records seem`;
	return [
		userError(
			`${records} to be in the input under another identifier: ${named(pairs, MOST_NAMED)}`,
			'Neither these records nor these items were output. If they are the same, write the identifier of the record into the row in your CRM. If not, add a row for the record by hand.',
		),
	];
}

/** An error for each field that would get another value in many rows. */
export function fieldErrors(overwritten: Overwritten[]): UserError[] {
	const held = `These items were not output as updated. Check '${compareFieldsProperty.displayName}', and whether the API key may read the field and its values in the application are right.`;
	return overwritten.map(({ name, pairs: { length: count }, of, isEmptied }) =>
		isEmptied
			? userError(
					`No record has a value in '${name}', but ${count} input items have one`,
					`${held} If it was emptied on purpose, do not compare it.`,
				)
			: userError(
					`'${name}' differs in ${count} of the ${of} input items that have a value there`,
					`${held} If they are, execute the workflow by hand to output these items.`,
				),
	);
}

const AGAIN = {
	created:
		'Your CRM may have refused it, or keep its identifier in another form; the node before this one may not return all rows, or an earlier execution is still saving. It is not output again, so that there is no second copy. Once this is corrected, execute the workflow by hand to create it.',
	updated:
		'Your CRM may have refused it, or keep a value in another form. It was output again. Correct it in one of the two systems, or do not compare the field that stays different.',
	removed: 'Your CRM may have refused it. It was output again. Check the node that saves it.',
};

/** An error for each kind of change that had to be asked for again, because it was not done. */
export function againErrors(again: Ask[]): UserError[] {
	return KINDS.flatMap((kind) => {
		const keys = again.filter((ask) => ask.kind === kind).map(({ key }) => key);
		if (keys.length === 0) return [];
		const were = keys.length === 1 ? 'was' : 'were';
		const message = `${named(keys, MOST_NAMED)} ${were} output as ${kind} before, but that was not done`;
		return [userError(message, AGAIN[kind])];
	});
}
