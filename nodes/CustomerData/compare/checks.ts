import type { INode, UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import type { Words } from '../errors/nodeErrors';
import { listed, named, userError } from '../errors/userError';
import { ONLY_RECORDS } from '../parameters/onlyRecords';
import { fieldOf, fieldsOfNone } from '../values/paths';
import { shownInShort } from '../values/shown';
import type { Compared } from './fates';
import { compareFieldsProperty, removedFieldProperty } from './properties';
import { fieldsOf, givenIn, type Columns, type Row } from './rows';

/** Refuses settings of the node with which it would make records of what are none, or miss rows. */
export function checkNode({ alwaysOutputData, executeOnce }: INode): void {
	const setting = alwaysOutputData ? 'Always Output Data' : executeOnce && 'Execute Once';
	if (!setting) return;
	const why = alwaysOutputData
		? 'an empty item would be created'
		: 'it would see one contact alone';
	throw userError(
		`'${setting}' is turned on, so ${why}`,
		`On the 'Settings' tab of this node, turn off '${setting}'. Only the node before this one needs 'Always Output Data'.`,
	);
}

/** Where no box is ticked yet, some CRMs return the field in no row; each row then counts as marked. */
export function checkMark(rows: Row[], { removed }: Columns): void {
	const [first, ...others] = givenIn(rows);
	const isLacking = (row: Row) => lacksMark(row) && !row.isMarked;
	if (!first || ![first, ...others].every(isLacking)) return;
	throw userError(
		`No contact has the field '${removed}'`,
		`Check '${removedFieldProperty.displayName}': the first contact has the fields ${fieldsOf(first)}.`,
	);
}

function lacksMark({ mark }: Row): boolean {
	return mark !== undefined && mark.value === undefined;
}

/** Where no row has the field, all of them count as marked, so that nobody is matched, and everybody comes back. */
export function markOfNone({ rows, columns }: Pick<Compared, 'rows' | 'columns'>): UserError[] {
	const given = givenIn(rows);
	const [first] = given;
	if (!first || !given.every(lacksMark)) return [];
	return [
		userError(
			`No contact has the field '${columns.removed}', so all of them count as marked as removed`,
			`Check '${removedFieldProperty.displayName}': the first contact has the fields ${fieldsOf(first)}. If '${columns.removed}' is right, enter a value there in one contact that is not removed.`,
		),
	];
}

/** That rows lack what is read of them: some systems leave out a field that is empty in all rows. */
export function missingPaths(rows: Row[], { fields, removed }: Columns): Words[] {
	const given = givenIn(rows);
	const [first] = given;
	if (!first) return [];
	const paths = fields.flatMap(({ path }, index) =>
		given.every((row) => row.cells[index]?.value === undefined) ? [path] : [],
	);
	const { displayName: compared } = compareFieldsProperty;
	const isUnmarked = given.every(lacksMark);
	const parameters = [
		...(paths.length > 0 ? [compared] : []),
		...(isUnmarked ? [removedFieldProperty.displayName] : []),
	];
	if (parameters.length === 0) return [];
	const missing = new Set([...paths, ...(isUnmarked ? [removed] : [])]);
	return [
		{
			message: `No contact has the field ${listed([...missing], 'disjunction')}`,
			description: `Check ${listed(parameters)}: the first contact has the fields ${fieldsOf(first)}. If your CRM only leaves out what is empty, there is nothing to do.`,
		},
	];
}

/** Where nothing is compared, every item with a record is output as updated, each time. */
export function nothingCompared({ fields }: Columns): Words[] {
	if (fields.length > 0) return [];
	const message = 'No field is compared, so every contact that has a record is output as updated';
	const description = `To output only what differs, add the fields to '${compareFieldsProperty.displayName}'.`;
	return [{ message, description }];
}

/** That records lack it, of which services leave out what is empty. */
export function missingFields(records: DataRecord[], { fields }: Columns): Words[] {
	const [first] = records;
	if (!first) return [];
	const missing = fieldsOfNone(
		records,
		fields.map(({ name }) => name),
	);
	if (missing.length === 0) return [];
	return [
		{
			message: `No record has the field ${listed(missing, 'disjunction')}`,
			description: `Check '${compareFieldsProperty.displayName}': the first record has the fields ${fieldsOf({ input: first })}. If the service only leaves out what is empty, there is nothing to do.`,
		},
	];
}

/** Conditions whose value no record has: it may be written in another way, such as "nl" for "NL". */
export function unmetConditions({
	unmet,
	records,
	leftOut,
}: Pick<Compared, 'unmet' | 'records' | 'leftOut'>): Words[] {
	return unmet.map(({ field, value }) => {
		const all = [...records, ...leftOut.map(({ record }) => record)];
		const seen = new Set(all.map((record) => shownInShort(fieldOf(record, field))));
		return {
			message: `No record has the value '${shownInShort(value)}' in '${field}'`,
			description: `Check '${ONLY_RECORDS}': the records that were compared have ${named([...seen])} there.`,
		};
	});
}
