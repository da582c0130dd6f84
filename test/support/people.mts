import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';

/**
 * Records and rows as `code: value, value; …`, by the fields that are compared: `_` is no code, and a row whose code
 * begins with `!` is marked as removed. E.g. `K1: Bakery, Ulm; _: Butcher, `.
 */
export function peopleBy(...fields: string[]) {
	const parsed = (text: string) =>
		text.split('; ').map((one) => {
			const [code = '', values = ''] = one.split(': ');
			const all = values.split(', ');
			const named = Object.fromEntries(fields.map((field, nth) => [field, all[nth] ?? '']));
			return { isMarked: code.startsWith('!'), code: code.replace(/[_!]/g, ''), named };
		});
	return {
		recordsIn: (text: string): DataRecord[] =>
			parsed(text).map(({ code, named }) => ({ Code: code, ...named })),
		rowsIn: (text: string): IDataObject[] =>
			parsed(text).map(({ isMarked, code, named }, id) => {
				return { id, code, active: !isMarked, ...named };
			}),
	};
}
