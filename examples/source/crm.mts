import type { INode, INodeParameters } from 'n8n-workflow';
import type { ColumnName } from '../../harness/workflow/rows.mts';

/** What a node of the CRM does: all that a workflow keeps of it but its name and place. */
export type Step = Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** What is written, by the CRM's names of its boxes: a constant, or an expression. */
export type Values = Record<string, string | boolean>;

/** The type of a credential, and the name that n8n gives it by default. */
export type Credential = [type: string, name: string];

/** How `test:crm` runs a drawing in a real n8n: into the real system, or against the API that its vendor documents. */
export type Tried = 'real' | { documentedOn: string };

interface Named {
	/** As people call it. Its file is named after it. */
	name: string;
	/** If it runs. */
	tried?: Tried;
	/** Creates or updates in one operation, for workflows that do not compare. */
	upsert?: (values: Values, key: string) => Step;
	/** What that matches by if it is more than the code or the email address, or why there is none. */
	upsertsBy?: string;
}

/** What n8n's node for it saves. */
type Saving =
	| {
			/** Each of the customer's fields, in a box of its own. */
			create: (values: Values) => Step;
			update: (values: Values, id: string) => Step;
			saves?: undefined;
	  }
	| {
			/** Rows that are ready, where it maps by itself or takes JSON, so that no box names a column. */
			saves: { create: Step; update: Step };
	  };

/** How to keep a CRM in step with n8n's node for it. */
export type Drawn = Named & DrawnParts & Saving;

interface DrawnParts {
	/** What has to be there before, as one sentence. */
	needs: string;
	/** What the user has to choose in the nodes, besides the credentials. */
	choose?: string;
	/** What its node does that nobody would expect. */
	limits?: string[];
	/** What a row is recognized by. */
	matchedBy: 'code' | 'email';
	/** The CRM's names of the boxes that get the customer's fields. */
	boxes: Partial<Record<ColumnName, string>>;
	/** Columns that are written once: the node cannot change them, or people do. */
	createdOnly?: ColumnName[];
	/** The boxes that say whether a customer was removed, and what a row then holds. */
	active: { box: string; removed: string; yes: Values; no: Values };
	/** Whether n8n 1.123 lacks the node, or this version of it. */
	needsN8n2?: boolean;
	/** Whether what is missing is written as empty text: null is refused, or changes nothing. */
	emptyText?: boolean;
	/** Where a row holds the value of a box, if not under its name. */
	at?: (box: string) => string;
	/** Where it holds what an update finds it by. */
	id: string;
	read: Step;
	/** The field of what was read that holds all rows, if they come as one item. */
	rows?: string;
}

/** What it fills, what of that it can change, what it finds a row by, and whether it saves rows that are ready. */
export type Boxes = Pick<Drawn, 'matchedBy' | 'boxes' | 'createdOnly' | 'id'> &
	Partial<Pick<Drawn, 'saves'>>;

/** Why there is no drawing, or which other file is the drawing. */
export interface Undrawn extends Named {
	instead: string;
	/** The file of that other drawing. */
	file?: string;
}

export type Crm = Drawn | Undrawn;

/** Those whose documentation was last read on this day. */
export const DOCUMENTED = { documentedOn: '2026-11-28' };

export function isDrawn(crm: Crm): crm is Drawn {
	return 'read' in crm;
}

/** A node of a type. */
export function stepsOf(type: string, typeVersion: number, credential: Credential | []) {
	const [kind, name] = credential;
	const credentials = kind && name ? { credentials: { [kind]: { id: null, name } } } : {};
	return (parameters: INodeParameters): Step => {
		return { type: `n8n-nodes-base.${type}`, typeVersion, parameters, ...credentials };
	};
}

/** The same for a node with operations, and what these share. @param shared may have a place for `operation` */
export function operationsOf(
	type: string,
	typeVersion: number,
	credential: Credential | [],
	shared: INodeParameters,
) {
	const step = stepsOf(type, typeVersion, credential);
	return (operation: string, parameters: INodeParameters): Step =>
		step({ ...shared, operation, ...parameters });
}

/** Drags a field, as n8n writes it. */
export const drag = (path: string) => `={{ $json.${path} }}`;

/** For boxes that would take the word for text. */
export const YES = '={{ true }}';
export const NO = '={{ false }}';

/** One box for both; a row of a removed customer then holds the text in `removed`. */
export function flag(box: string, yes: Values[string], no: Values[string], removed = 'false') {
	return { box, removed, yes: { [box]: yes }, no: { [box]: no } };
}

/** Boxes that are added one by one, each a name and a value. */
export function pairs(values: Values, name: string, value: string): INodeParameters[] {
	return Object.entries(values).map(([box, content]) => ({ [name]: box, [value]: content }));
}

/** A box for each column, which n8n shows once it knows the columns. */
export function columns(value: Values, ...matchingColumns: string[]): INodeParameters {
	const schema = Object.entries(value).map(([id, content]) => ({
		id,
		displayName: id,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: true,
		display: true,
		removed: false,
		type: typeOf(id, content),
	}));
	return { mappingMode: 'defineBelow', value, matchingColumns, schema };
}

/** All columns that an item has. @param found those that a row is found by */
export function mapped(...found: string[]): INodeParameters {
	return { mappingMode: 'autoMapInputData', value: {}, matchingColumns: found, schema: [] };
}

function typeOf(id: string, value: Values[string]): string {
	if (typeof value === 'boolean') return 'boolean';
	return isNumber(id) ? 'number' : 'string';
}

/** Of the columns; all others are text. */
export const isNumber = (column: string) => column === 'creditLimit';

/** What is chosen from a list that only the CRM has. */
export const CHOSEN_LATER: INodeParameters = { __rl: true, mode: 'list', value: '' };

/** A table or an ID, entered as text. */
export function entered(mode: 'id' | 'name', value: string): INodeParameters {
	return { __rl: true, mode, value };
}
