import type { UserError } from 'n8n-workflow';
import { named, userError } from '../../errors/userError';
import { hasContent } from '../../values/content';
import { fieldOf, valueAt } from '../../values/paths';
import type { CompareStep, Fate, Reason } from '../fates';
import { compareFieldsProperty, inputKeyProperty, removedFieldProperty } from '../properties';
import { fieldsOf, givenIn, isToWake, type Columns, type Row } from '../rows';
import { holdBack } from './holdBack';

/**
 * Rows to save that would write a value into a column that no row has: its name may be misspelled, and then the other
 * system refuses the row, or makes a column of that name. Some systems leave out what is empty, so one row with a value
 * there is proof. An empty system has no rows that could show its columns.
 */
export const unknownColumn: CompareStep = ({ fates, rows, columns, idField }) => {
	const given = givenIn(rows);
	const [first] = given;
	if (idField === undefined || !first) return fates;
	const missing = columnsOf(columns)
		.filter(({ path }) => given.every(({ input }) => valueAt(path, input) === undefined))
		.map(({ path, parameter, isWritten }) => {
			const say = (keys: string[]) => columnOfNone(path, parameter, keys, first);
			return { isWritten, say };
		});
	if (missing.length === 0) return fates;
	return holdBack(fates, (one) => {
		if (one.fate !== 'created' && one.fate !== 'updated' && one.fate !== 'removed') return [];
		const name = one.fate === 'created' ? one.key : one.row.key;
		return missing
			.filter(({ isWritten }) => isWritten(one))
			.map(({ say }): Reason => ({ name, say }));
	});
};

type DueFate = Extract<Fate, { fate: 'created' | 'updated' | 'removed' }>;

interface WrittenColumn {
	path: string;
	/** In which it was entered. */
	parameter: string;
	isWritten: (one: DueFate) => boolean;
}

function columnsOf({ key, fields, removed }: Columns): WrittenColumn[] {
	return [
		{
			path: key,
			parameter: inputKeyProperty.displayName,
			isWritten: (one) => one.fate === 'created' || one.row.isMatched === true,
		},
		...fields.map(({ name, path }): WrittenColumn => ({
			path,
			parameter: compareFieldsProperty.displayName,
			isWritten: (one) => 'record' in one && hasContent(fieldOf(one.record, name)),
		})),
		...(removed === '' ? [] : [markColumn(removed)]),
	];
}

function markColumn(path: string): WrittenColumn {
	return {
		path,
		parameter: removedFieldProperty.displayName,
		isWritten: (one) => one.fate !== 'updated' || isToWake(one.row),
	};
}

export function columnOfNone(
	path: string,
	parameter: string,
	keys: string[],
	first: Pick<Row, 'input'>,
): UserError {
	return userError(
		`No contact has the field '${path}', so ${named(keys)} could not be saved there`,
		`Check '${parameter}': the first contact has the fields ${fieldsOf(first)}. If '${path}' is right, your CRM leaves out what is empty. Then enter a value there in one of its contacts, and execute this workflow again.`,
	);
}
