import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Chosen } from '../drawing.mts';
import type { Contacts } from './contacts.mts';
import type { Field } from './fields.mts';

/** A vendor's API in the shapes of its public documentation. It knows nothing of our drawings. */
export interface StandIn {
	/** In the table of CRMs. */
	crm: string;
	/** What n8n's node signs in with. */
	credential: Record<string, unknown>;
	/** By the CRM's own names: those that a user fills or has set up, and some that it has anyway. */
	fields: Record<string, Field>;
	/** The fields that say whether a customer was removed, as the CRM keeps them. */
	marks: { active: Row; removed: Row };
	/** What colleagues entered in fields that no drawing has. */
	ofColleagues: Row;
	/** The CRM's ID of its nth record; a number by default. */
	idOf?: (nth: number) => string;
	/** What users choose in the drawing; nothing by default. */
	chosen?: Chosen;
	/** Whether one row that is refused keeps all others of the same execution out. */
	isAllOrNone?: boolean;
	/** Whether n8n's node writes all cells again, so that only those that differ count as written. */
	rewritesAll?: boolean;
	/** Whether it leaves out what is empty, so that a field that is empty in all rows may be misspelled. */
	leavesOut?: boolean;
	/** Whether it refuses what is no email address. */
	checksEmails?: boolean;
	/** Why it refuses a value for a field of this type, or without a type a field that there is not; by default, both are ignored. */
	refuses?: (name: string, type?: string) => string;
	/** What it answers where it refuses something, and with which status; 400 by default. */
	says: (message: string) => unknown;
	status?: number;
	routes: (contacts: Contacts) => Routes;
}

/** What answers, by method and path, such as `GET /api.example.com/v1/contacts/:id`: the name of the host comes first. */
export type Routes = Record<string, (request: Request) => unknown>;

export const rowSchema = z.record(z.unknown());

const manySchema = z.union([z.string(), z.array(z.string()).transform((all) => all.join())]);
export const requestSchema = z.object({
	/** What is given several times is a list with commas. */
	query: z.record(manySchema),
	params: z.object({ id: z.string().default('') }),
	body: z.unknown(),
});
type Request = z.infer<typeof requestSchema>;

/** An answer with another status than 200. */
export class Answer {
	constructor(
		readonly status: number,
		readonly body?: unknown,
	) {}
}
