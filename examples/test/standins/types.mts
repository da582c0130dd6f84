import type { Row } from '../../../harness/n8n/rest.mts';
import { COLUMN_NAMES } from '../../../harness/workflow/rows.mts';
import { Refusal } from './contacts.mts';

export type Type = 'text' | 'number' | 'boolean';

/** The fields that somebody set up, and those that the vendor has anyway. */
export type Types = Record<string, Type>;

/** The columns of a table that people set up themselves, which may have credit limits as numbers or as text. */
export const ownTypes = (creditLimit: Type): Types => ({
	...Object.fromEntries(COLUMN_NAMES.map((name) => [name, 'text' as const])),
	...{ creditLimit, active: 'boolean', notes: 'text' },
});

interface Words {
	unknown: (name: string) => string;
	wrong: (name: string, type: Type) => string;
	status?: number;
}

/** Null, which clears a field, is of each type. @throws Refusal for a field that there is not, or a value of another type */
export function checkTypes(values: Row, types: Types, { unknown, wrong, status }: Words): void {
	for (const [name, value] of Object.entries(values)) {
		const type = types[name];
		if (type === undefined) throw new Refusal(unknown(name), status);
		const found = typeof value === 'string' ? 'text' : typeof value;
		if (value !== null && found !== type) throw new Refusal(wrong(name, type), status);
	}
}
