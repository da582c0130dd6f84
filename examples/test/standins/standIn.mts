import type { FastifyInstance } from 'fastify';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Example } from '../../../harness/workflow/examples.mts';
import { COLUMN_NAMES, type ColumnName } from '../../../harness/workflow/rows.mts';
import type { Contacts } from './contacts.mts';

/** A vendor's API in the shapes of its public documentation. It knows nothing of our drawings. */
export interface StandIn {
	/** In the table of CRMs. */
	crm: string;
	/** What n8n's node signs in with. */
	credential: Record<string, unknown>;
	/** The CRM's own names of the fields for the columns of the examples, as a user has set them up. */
	fields: Partial<Record<ColumnName, string>>;
	/** The fields that say whether a customer was removed, as the CRM keeps them. */
	marks: { active: Row; removed: Row };
	/** What colleagues entered in fields that no drawing has. */
	ofColleagues: Row;
	/** The CRM's ID of its nth record; a number by default. */
	idOf?: (nth: number) => string;
	/** What users choose in the drawing; nothing by default. */
	choose?: (drawing: Example) => Example;
	/** Whether one row that is refused keeps all others of the same execution out. */
	isAllOrNone?: boolean;
	/** Whether n8n's node writes all cells again, so that only those that differ count as written. */
	rewritesAll?: boolean;
	/** Whether it refuses what is no email address. */
	checksEmails?: boolean;
	/** What it answers where it refuses something. */
	says: (message: string) => unknown;
	/** Answers requests, whose paths begin with the name of their host, such as `/api.example.com/v1/contacts`. */
	serve: (app: FastifyInstance, contacts: Contacts) => void;
}

/** Of a table whose columns people name themselves, as the drawings do. */
export const OWN_COLUMNS = {
	fields: Object.fromEntries(COLUMN_NAMES.map((name) => [name, name])),
	ofColleagues: { notes: 'Call back' },
} satisfies Partial<StandIn>;
