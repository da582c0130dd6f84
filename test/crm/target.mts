import type { INode } from 'n8n-workflow';
import type { Row } from '../../harness/n8n/rest.mts';
import type { DataRecord } from '../../service/records.mts';

/** Something that stands in for a CRM, with the examples' names of fields. */
export interface Target {
	name: string;
	/** Its nodes, by the names of those in whose places they go. */
	nodes: Record<string, Partial<INode>>;
	/** What reads the first 30 rows only, and what deletes a row. */
	inPart: Partial<INode>;
	deleting: Partial<INode>;
	/** Whether it keeps rows with one code from being added. */
	hasKey: boolean;
	/** Whether a row is marked as removed. */
	isRemoved: string;
	/** Makes its table anew, with a column that only it has. */
	fill: (rows: Row[]) => Promise<void>;
	rows: () => Promise<Row[]>;
	/** The customer with a value that it refuses. */
	refused: (customer: DataRecord) => DataRecord;
	/** What it says then, as far as its node hands that on. */
	reason: string;
}
