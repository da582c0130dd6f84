import { withoutTags } from '../errors/html';
import { differencesIn, shown } from './differences';
import type { Fate, KeyedRow } from './fates';
import type { Row } from './rows';
import { errorsFor } from './words';

/** A line of a report: who, which field, from what, to what. Empty text where there is nothing to say. */
export type Line = Record<'change' | 'key' | 'name' | 'field' | 'from' | 'to' | 'note', string>;

const NOTHING: Line = { change: '', key: '', name: '', field: '', from: '', to: '', note: '' };

/** A line for each field that would be updated, and for whatever else becomes of a record or row. */
export function linesOf(fates: Fate[], names: string[]): Line[] {
	const [first = ''] = names;
	const nameIn = (row: Row | undefined, record?: Record<string, unknown>) => {
		const value = record?.[first] ?? row?.fields[0]?.[1];
		return value === undefined ? '' : withoutTags(shown(value));
	};
	return fates.flatMap((one): Line[] => {
		switch (one.fate) {
			case 'created':
				return [
					{
						...NOTHING,
						change: one.fate,
						key: textOf(one.key),
						name: nameIn(undefined, one.record),
					},
				];
			case 'removed':
				return [{ ...NOTHING, change: one.fate, key: keyIn(one.row), name: nameIn(one.row) }];
			case 'updated': {
				const who = { change: one.fate, key: keyIn(one.row), name: nameIn(one.row, one.record) };
				const differences = differencesIn(one);
				if (differences.length === 0) return [{ ...NOTHING, ...who }];
				return differences.map((difference) => ({ ...NOTHING, ...who, ...difference }));
			}
			case 'held':
				return errorsFor([one]).map(({ message, description }) => {
					return {
						...NOTHING,
						change: 'held back',
						...whoIn(one),
						note: withoutTags(`${message}. ${description}`),
					};
				});
			default:
				return [];
		}
	});

	function whoIn(held: Extract<Fate, { fate: 'held' }>) {
		const row = 'row' in held ? held.row : 'rows' in held ? held.rows[0] : undefined;
		const record = 'record' in held ? held.record : undefined;
		const key = 'key' in held ? held.key : row?.key;
		return { key: key === undefined ? '' : textOf(key), name: nameIn(row, record) };
	}
}

function keyIn({ key }: KeyedRow): string {
	return textOf(key);
}

/** A key, which is JSON text, as people know it. */
function textOf(key: string): string {
	return withoutTags(String(JSON.parse(key)));
}
