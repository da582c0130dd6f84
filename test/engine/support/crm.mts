import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../../../harness/engine/runNode.mts';

/** What a CRM makes of a value. */
type Change = (value: Value) => Value;
type Value = IDataObject[string];

/** How a CRM returns what was saved. */
export const RETURNS: Record<string, Change> = {
	'as it was saved': (value) => value,
	'as text': (value) =>
		typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''),
	'nothing for empty text': (value) => (value === '' ? null : value),
	'without outer spaces': (value) => (typeof value === 'string' ? value.trim() : value),
	'numbers with decimals': (value) => (typeof value === 'number' ? value.toFixed(2) : value),
	'one and zero': (value) => (typeof value === 'boolean' ? Number(value) : value),
};

/** What a CRM makes of a code. */
export const CODES_AS: Record<string, Change> = {
	'as it was saved': (code) => code,
	'as text': (code) => String(code ?? ''),
	'as a number': (code) => (/^\d+$/.test(String(code)) ? Number(code) : code),
	'in uppercase': (code) => (typeof code === 'string' ? code.toUpperCase() : code),
	'without outer spaces': (code) => (typeof code === 'string' ? code.trim() : code),
};

/** What Compare outputs, by its outputs. */
export interface Asked {
	created: INodeExecutionData[];
	updated: INodeExecutionData[];
	removed: INodeExecutionData[];
}

/** The rows once the CRM has saved what Compare output. */
export function saved(rows: IDataObject[], { created, updated, removed }: Asked): IDataObject[] {
	const all = rows.map((row) => ({ ...row }));
	const known = (input: unknown) => {
		const found = all.find(({ id }) => id === Object(input).id);
		if (!found) throw new Error(`Nobody is ${JSON.stringify(input)}`);
		return found;
	};
	const fieldsOf = ({ Name = null, CreditLimit = null }: IDataObject) => ({ Name, CreditLimit });
	for (const { json } of updated)
		Object.assign(known(json.input), fieldsOf(json), { active: true });
	for (const { json } of removed) known(json).active = false;
	for (const { json } of created) {
		all.push({ ...fieldsOf(json), code: json.Code, active: true, id: all.length });
	}
	return all;
}

/** A node at *Held Back*, so that the node outputs everybody else. */
export const GO_ON = {
	after: [{ name: 'Look', type: 'n8n-nodes-base.noOp', position: [0, 0], output: 3 }],
} satisfies Pick<NodeRun, 'after'>;

/** What *Held Back* says, which is the same in each of its items. */
export function saidIn(heldBack: INodeExecutionData[]): string[] {
	return [...new Set(heldBack.map(({ json }) => String(json.message)))];
}
