import type { INode } from 'n8n-workflow';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample, withOptions, type Example } from '../../harness/workflow/examples.mts';
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

/** Lets a CRM start when the first check needs it. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
	let started: Promise<T> | undefined;
	return async () => await (started ??= start());
}

/** What somebody fills into a CRM's nodes. */
interface Filled {
	/** The path of a column in a row that was read. */
	at: (column: string) => string;
	/** What the column `active` holds in rows that are marked as removed; `false` if absent. */
	removedValue?: string;
	/** The name of the row's own ID. */
	id: string;
	read: Partial<INode>;
	/** What creates a row, or updates the one with an ID. All are expressions, without braces. */
	save: (values: Record<string, string>, id?: string) => Partial<INode>;
}

/** The customer's fields, as they are dragged into the examples' columns. */
export const DRAGGED: Record<string, string> = Object.fromEntries(
	Object.entries(FIELDS).map(([column, field]) => [column, `$json.${field}`]),
);

const NEW = { companyId: "'1'", active: 'true' };
export const CREATED = { ...DRAGGED, ...NEW };

export const COMPARING = 'What differs?';

/** The nodes of a CRM in *Keep the CRM in step*. */
export function nodesInStep({ at, removedValue, id, read, save }: Filled): Target['nodes'] {
	const { code: _code, ...others } = DRAGGED;
	const example = withOptions(readExample('keep-the-crm-in-step.json'), COMPARING, {
		removedField: at('active'),
		...(removedValue !== undefined && { removedValue }),
	});
	const { parameters } = example.nodes.find(({ name }) => name === COMPARING) ?? {};
	const pairs = Object.keys(others).map((column) => ({ field: FIELDS[column], value: at(column) }));
	return {
		[COMPARING]: { parameters: { ...parameters, inputKey: at('code'), compareFields: { pairs } } },
		'Read the CRM': read,
		'Create in CRM': save({ ...DRAGGED, ...NEW }),
		'Update in CRM': save({ ...others, active: 'true' }, `$json.input.${id}`),
		'Mark inactive': save({ active: 'false' }, `$json.${id}`),
	};
}

/** As a parameter has them: with `={{` before each, and `}}` after it. */
export function asParameters(expressions: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(expressions).map(([name, value]) => [name, `={{ ${value} }}`]),
	);
}

/** The names that a CRM has in place of the examples' names of columns, and back. */
export function renaming(names: Record<string, string>) {
	const columns = Object.fromEntries(Object.entries(names).map(([column, own]) => [own, column]));
	const rename =
		(by: Record<string, string>) =>
		<T,>(row: Record<string, T>): Record<string, T> =>
			Object.fromEntries(Object.entries(row).map(([name, value]) => [by[name] ?? name, value]));
	return { toOwn: rename(names), toColumns: rename(columns) };
}
