import type { Row } from '../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import type { Example } from '../../harness/workflow/examples.mts';
import type { DataRecord } from '../../service/records.mts';
import type { Step } from '../source/crm.mts';
import { drawingFor, type Chosen } from './drawing.mts';
import type { CrmScene } from './scene.mts';

/** A CRM, or what stands in for one. Its rows have the examples' names of columns, and an `owner`. */
export interface Target {
	/** Its own drawing of *Keep the CRM in step*. */
	inStep: Example;
	/** What *Changes to CRM* saves with, if not with what it is shipped with. */
	upsert?: Step | undefined;
	/** Replaces all rows. */
	fill: (rows: Row[]) => Promise<void>;
	/** All rows with all that it keeps in them, oldest first. */
	rows: () => Promise<Row[]>;
	/** The customer with a value that it refuses. */
	refused: (customer: DataRecord) => DataRecord;
	/** Whether its node saves all of the items or none, and hands on what it was given. */
	isAllOrNone?: boolean;
	/** What it says when it refuses something, as far as its node hands that on. */
	reason?: string;
	/** Whether it also has columns with the names in {@link ODD_NAMES}. */
	hasOddNames?: boolean;
}

/** Starts a CRM. */
export type Start = (scene: CrmScene, tools: ScriptTools) => Promise<Target>;

/** Those of text in a table of contacts in which each company has a column of its own for the code. */
export const TEXTS = ['code', 'code2', 'company', 'contact', 'email', 'phone', 'city', 'owner'];

/** How people name fields and columns, by the columns that the examples have for them. */
export const ODD_NAMES: Record<string, string> = {
	company: 'Firma.Name',
	contact: 'Contact Name',
	phone: 'Phone [work]',
	city: '😀 City',
};

/** A customer with a value that no column of numbers takes. */
export function withoutNumber(customer: DataRecord): DataRecord {
	return { ...customer, CreditLimit: 'n/a' };
}

interface Contacts extends Omit<Partial<Target>, 'inStep' | 'fill'> {
	rows: () => Promise<Row[]>;
	clear: () => Promise<unknown>;
	add: (row: Row) => Promise<unknown>;
}

/**
 * A real CRM, and the drawing for it as it is shipped but for what users choose.
 *
 * @param name in the table of CRMs
 */
export function drawn(
	name: string,
	{ clear, add, ...contacts }: Contacts,
	chosen?: Chosen,
): Target {
	const { drawing: inStep, upsert } = drawingFor({ crm: name, chosen });
	return {
		inStep,
		upsert,
		refused: withoutNumber,
		...contacts,
		async fill(all) {
			await clear();
			for (const row of all) await add(row);
		},
	};
}

export const COMPARING = 'What differs?';
