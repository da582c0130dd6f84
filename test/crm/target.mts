import type { INode } from 'n8n-workflow';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { FIELDS } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';

/** A CRM, or what stands in for one. Its rows have the examples' names of columns, and an `owner`. */
export interface Target {
	/** Its nodes, by the names of those in whose places they go. */
	nodes: Record<string, Partial<INode>>;
	/** Replaces all rows. */
	fill: (rows: Row[]) => Promise<void>;
	/** All rows with all that it keeps in them, oldest first. */
	rows: () => Promise<Row[]>;
	/** The customer with a value that it refuses. */
	refused: (customer: DataRecord) => DataRecord;
	/** What it says then, as far as its node hands that on. */
	reason: string;
}

/** Lets a CRM start when the first check needs it. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
	let started: Promise<T> | undefined;
	return async () => await (started ??= start());
}

/** What differs? where a row that was read has its columns, and is marked as removed, elsewhere. */
export function comparing(at: (column: string) => string, isRemoved: string): Partial<INode> {
	const node = readExample('keep-any-crm-in-step.json').nodes.find(
		({ name }) => name === COMPARING,
	);
	const { code: _code, ...compared } = FIELDS;
	const pairs = Object.entries(compared).map(([column, field]) => ({
		field,
		value: `={{ ${at(column)} }}`,
	}));
	return {
		parameters: {
			inputKey: `={{ ${at('code')} }}`,
			compareFields: { pairs },
			options: { ...Object(node?.parameters.options), isRemoved: `={{ ${isRemoved} }}` },
		},
	};
}

export const COMPARING = 'What differs?';

/** The names that a CRM has in place of the examples' names of columns, and back. */
export function renaming(names: Record<string, string>) {
	const columns = Object.fromEntries(Object.entries(names).map(([column, own]) => [own, column]));
	const rename = (by: Record<string, string>) => (row: Row) =>
		Object.fromEntries(Object.entries(row).map(([name, value]) => [by[name] ?? name, value]));
	return { toOwn: rename(names), toColumns: rename(columns) };
}
