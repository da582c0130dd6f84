import type { Row } from '../../harness/n8n/rest.mts';
import { FIELDS } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import { ODD_NAMES, type Target } from './target.mts';

/** The customer's fields that get an odd name. */
const ODD_FIELDS = Object.fromEntries([
	['Code', 'Kunden-Nr. [1]'],
	...Object.entries(ODD_NAMES).map(([column, name]) => [FIELDS[column] ?? '', name]),
]);

/** The customer with the odd names of fields. */
export function withOddFields(customer: DataRecord): DataRecord {
	const entries = Object.entries(ODD_FIELDS);
	const added = entries.map(([field, name]) => [name, customer[field]]);
	const gone = entries.map(([field]) => [field, undefined]);
	return { ...customer, ...Object.fromEntries([...added, ...gone]) };
}

/** Parameters with the odd names of fields and perhaps columns, as n8n writes what is dragged or chosen. */
export function withOddNames(parameters: string, hasOddColumns = false): string {
	const ofService = Object.entries(ODD_FIELDS).reduce(
		(text, [field, name]) => text.replaceAll(`"${field}"`, `"${name}"`),
		parameters,
	);
	return hasOddColumns ? withOddPaths(ofService) : ofService;
}

/** The CRM with its rows under the plain names again, where they are under the odd ones. */
export function withPlainNames(target: Target): Target {
	const plain = (row: Row): Row => {
		const values = Object.entries(ODD_NAMES).map(([column, name]) => {
			return [column, row[column] ?? row[name]];
		});
		return { ...row, ...Object.fromEntries(values) };
	};
	return { ...target, rows: async () => (await target.rows()).map(plain) };
}

/** With the CRM's columns, as n8n writes them when they are dragged into Compare. */
function withOddPaths(parameters: string): string {
	return Object.entries(ODD_NAMES).reduce(
		(text, [column, name]) =>
			text.replace(new RegExp(`"value":"(fields)?\\.?${column}"`), `"value":"$1['${name}']"`),
		parameters,
	);
}
