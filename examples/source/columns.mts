import { join } from 'node:path';
import { EXAMPLES } from '../../harness/workflow/examples.mts';
import { TABLE_COLUMNS } from '../../harness/workflow/rows.mts';

/** The file from which people import the usual columns. */
export const COLUMNS = join(EXAMPLES, 'crm', 'contacts.csv');

/** A header alone: n8n, Airtable, Baserow, NocoDB and sheets make columns of it. */
export function columns(): string {
	return `${TABLE_COLUMNS.map(({ name }) => name).join(',')}\n`;
}
