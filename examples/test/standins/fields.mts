import { z } from 'zod';
import { COLUMN_NAMES, type ColumnName } from '../../../harness/workflow/rows.mts';
import type { StandIn } from './standIn.mts';

/** A field of a CRM. */
export interface Field {
	/** As the vendor calls it. */
	type: string;
	/** What it takes, and what it makes of that. */
	takes: z.ZodType<unknown, z.ZodTypeDef, unknown>;
	/** What it holds where nothing was written; null by default. */
	empty?: unknown;
	/** The column of the examples that a user wants to see in it. */
	holds?: ColumnName | undefined;
}

export type Kind = (holds?: ColumnName) => Field;

/** Null clears a field of any type, unless a vendor says otherwise. */
export const text: Kind = (holds) => ({ type: 'string', takes: z.string().nullable(), holds });
export const number: Kind = (holds) => ({ type: 'number', takes: z.number().nullable(), holds });
/** Not ticked, it is false. */
export const checkbox: Kind = () => {
	return { type: 'boolean', takes: z.boolean().nullable(), empty: false };
};

/** Text, of which this is taken. */
export const textFrom =
	(takes: Field['takes']): Kind =>
	(holds) => ({ ...text(holds), takes });

/** For those that have no empty text. */
export const textOrNull = textFrom(z.string().nullable().transform(orNull));
/** For those that make text of numbers. */
export const textOrNumberSchema = z.union([z.string(), z.number().transform(String)]);

export function orNull(value: string | null): string | null {
	return value === '' ? null : value;
}

/** The columns of a table that people name themselves, as the drawings do. @param others those of another kind */
export function ownColumns(kind: Kind, others: Record<string, Field>) {
	const named = Object.fromEntries(COLUMN_NAMES.map((name) => [name, kind(name)]));
	return {
		fields: { notes: kind(), ...named, ...others },
		ofColleagues: { notes: 'Call back' },
	} satisfies Partial<StandIn>;
}
