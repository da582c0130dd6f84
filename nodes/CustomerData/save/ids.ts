import type { UserError } from 'n8n-workflow';
import { withFate, type Compared, type Fate } from '../compare/fates';
import { idFieldProperty } from '../compare/properties';
import { fieldsOf, givenIn, type Row } from '../compare/rows';
import { userError } from '../errors/userError';
import { groupedBy } from '../identity/groups';
import { hasContent } from '../values/content';
import { valueAt } from '../values/paths';

/**
 * That each row to save has an ID, and no other row has it: an update could reach any other row. Rows that are not saved
 * may lack one, as contacts without a code do where the code is the ID.
 */
export function checkIds({ rows }: Pick<Compared, 'rows'>, fates: Fate[], idField: string): void {
	const given = givenIn(rows);
	const idOf = ({ input }: Row) => valueAt(idField, input);
	const due = [...withFate('updated', fates), ...withFate('removed', fates)].map(({ row }) => row);
	const isKnown = given.some((row) => hasContent(idOf(row)));
	const lacking = isKnown ? due.find((row) => !hasContent(idOf(row))) : given[0];
	if (lacking) throw withoutId(lacking, idField);
	const textOfId = (row: Row) => JSON.stringify(idOf(row));
	const byId = groupedBy(given, textOfId);
	for (const id of new Set(due.map(textOfId))) {
		const { size } = new Set(byId.get(id)?.map(({ input }) => JSON.stringify(input)));
		if (size > 1) throw sharedId(size, id, idField);
	}
}

const CHECK_ID = `Check '${idFieldProperty.displayName}'`;

export function withoutId(row: Pick<Row, 'item' | 'input'>, idField: string): UserError {
	return userError(
		`Input item ${row.item + 1} has no value in '${idField}', so no node can find its contact`,
		`${CHECK_ID}: the contact has the fields ${fieldsOf(row)}. Choose the one that holds your CRM's own ID.`,
	);
}

export function sharedId(count: number, id: string, idField: string): UserError {
	return userError(
		`${count} contacts have ${id} in '${idField}', so an update would change all of these contacts`,
		`${CHECK_ID}: the field must differ from contact to contact, as your CRM's own ID does.`,
	);
}
