import type { INode } from 'n8n-workflow';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Example } from '../../harness/workflow/examples.mts';
import { FIELDS } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';

/** A CRM, or what stands in for one. Its rows have the examples' names of columns, and an `owner`. */
export interface Target {
	/** Its nodes, by the names of those in whose places they go. */
	nodes: Record<string, Partial<INode>>;
	/** Its own drawing of *Keep the CRM in step*, if there is one. */
	inStep?: Example;
	/** Replaces all rows. */
	fill: (rows: Row[]) => Promise<void>;
	/** All rows with all that it keeps in them, oldest first. */
	rows: () => Promise<Row[]>;
	/** The customer with a value that it refuses. */
	refused: (customer: DataRecord) => DataRecord;
	/** Whether its node saves all of the items or none, and hands on what it was given. */
	isAllOrNone?: boolean;
	/** Whether it refuses a code that is a number. */
	takesOnlyText?: boolean;
	/** What it says then, as far as its node hands that on. */
	reason: string;
}

/** The customer's fields, as they are dragged into the examples' columns. */
const DRAGGED = Object.entries(FIELDS).map(([column, field]) => [column, `={{ $json.${field} }}`]);
export const CREATED: Record<string, string> = {
	...Object.fromEntries(DRAGGED),
	companyId: '1',
	active: '={{ true }}',
};

export const COMPARING = 'What differs?';
