import type { INode } from 'n8n-workflow';
import type { Words } from '../errors/nodeErrors';
import { listed, userError } from '../errors/userError';
import { brake, type Load } from '../identity/brake';
import type { KeyedList } from '../identity/identity';
import { brakeOnMissing, stillHeldBack } from '../identity/missing';
import type { OptionValues } from '../parameters/chosenOptions';
import { FEW_RECORDS } from '../parameters/limits';
import { IDENTIFIER } from '../parameters/list';
import { OPTIONS } from '../parameters/options';
import type { Comparison } from './comparison';
import { withFate } from './fates';
import type { Compared } from './plan';
import { compareFieldsProperty, inputKeyProperty } from './properties';
import { givenIn, type Columns, type Row } from './rows';

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

/** Refuses rows that all say the same. @throws UserError */
export function checkRows(rows: Row[], { key: path, removed }: Columns): void {
	const given = givenIn(rows);
	const [first, ...others] = given;
	if (!first) return;
	const isAlike = others.every(({ key }) => key !== undefined && key === first.key);
	const isOneRow = ({ input }: Row) => JSON.stringify(input) === JSON.stringify(first.input);
	if (isAlike && !others.every(isOneRow)) {
		throw userError(
			`All input items have ${first.key} in '${path}'`,
			`Check ${KEY}: the field must differ from item to item, such as the code.`,
		);
	}
	// Where no box is ticked yet, some CRMs return the field in no row; each row then counts as marked.
	if (given.every(({ mark, isMarked }) => mark && mark.value === undefined && !isMarked)) {
		throw userError(
			`No input item has the field '${removed}'`,
			`Check '${OPTIONS.removedField.displayName}' under 'Options': the first item has the fields ${fieldsOf(first)}.`,
		);
	}
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

/** @throws UserError where more would be created or removed than the options allow */
export function checkGuards(
	{ rows, whole: { list }, fates, doubt }: Compared,
	{ request: { options }, columns }: Comparison,
): void {
	const { maxCreated } = options;
	checkIdentifier(rows, columns, maxCreated);
	const isKnown = checkKnown(rows, list, options);
	const { length: created } = withFate('created', fates);
	const { size: records } = list.records;
	const isFew = isKnown && created <= FEW_RECORDS && 2 * created <= records;
	if (!isFew && created > 0) brake(loadOfCreated(created, records, maxCreated));
	const { length: removed } = withFate('removed', fates);
	const known = rows.filter(({ key, isMarked }) => key !== undefined && !isMarked).length;
	brakeOnMissing('execution', removed, known, options, doubt && stillHeldBack(doubt));
}

export function loadOfCreated(count: number, records: number, maxCreated: number): Load {
	return {
		...{ count, of: records, maxPercentage: maxCreated },
		what: { one: 'records is not in the input', several: 'records are not in the input' },
		option: OPTIONS.maxCreated.displayName,
		first: 'The input may be incomplete: check that the node before this one returns all rows.',
		reason: count === 1 ? 'the record is new' : 'the records are new',
		next: 'execution',
	};
}

/** @throws UserError where no row has an identifier, unless all records may be created */
export function checkIdentifier(rows: Row[], { key: path }: Columns, maxCreated: number): void {
	const [first, ...others] = givenIn(rows);
	if (!first || maxCreated === 100) return;
	if ([first, ...others].some(({ key }) => key !== undefined)) return;
	throw userError(
		`No input item has a value in '${path}', so all records would be output as created`,
		`Nothing was output. Check ${KEY}: the first item has the fields ${fieldsOf(first)}. If your CRM has none of these records yet, raise 'Max Created (%)' under 'Options' to 100 for one execution.`,
	);
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
