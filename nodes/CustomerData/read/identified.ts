import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { userError } from '../userError';
import { FieldPicker, inWords } from './fieldPicker';
import { canonical, type Identified, identify, type Sighting, textKeyOf } from './identity';

export interface IdentifiedRecord extends Sighting {
	record: DataRecord;
}

/** The parameter that names the field, and how to go on without a record that it does not identify. */
interface Naming {
	parameter: string;
	otherwise: string;
}

/** Of the nodes that can have an error output. */
export const USE_ERROR_OUTPUT =
	"or set 'On Error' on the 'Settings' tab to 'Continue (using error output)' to go on without these records";

/** Identifies whole records by the text of a field. @throws UserError for a field that no record has */
export function identifyBy(
	field: string,
	records: DataRecord[],
	parameter: string,
): Identified<IdentifiedRecord> {
	new FieldPicker([field], { parameter }).checkAll(records);
	const sightings = records.map((record, offset) => ({
		key: textKeyOf(record[field]),
		offset,
		record,
		// Only records that share a key are compared.
		get wholeHash() {
			return canonical(record);
		},
	}));
	return identify(sightings);
}

/** One for each record without a key, and one for each key that several share. */
export function errorsOf(
	{ keyless, shared }: Identified<IdentifiedRecord>,
	field: string,
	parameter: string,
): Array<{ error: UserError }> {
	const naming = { parameter, otherwise: USE_ERROR_OUTPUT };
	const missing = keyless.map(({ record, offset }) => missingKey(field, offset, record, naming));
	const ambiguous = [...shared].map(([key, seen]) => {
		const offsets = seen.map(({ offset }) => offset);
		return sharedKey(field, key, offsets, naming);
	});
	return [...missing, ...ambiguous].map((error) => ({ error }));
}

export function missingKey(
	field: string,
	offset: number,
	record: DataRecord,
	{ parameter, otherwise }: Naming,
): UserError {
	const name = nameOf(record);
	return userError(
		`Record ${offset + 1} in the list${name && ` (${name})`} has no value in '${field}'`,
		`Choose a field for '${parameter}' that every record has, add the value in the application, ${otherwise}.`,
	);
}

/** @param key as its JSON text */
export function sharedKey(
	field: string,
	key: string,
	offsets: number[],
	{ parameter, otherwise }: Naming,
): UserError {
	const places = inWords(offsets.map((offset) => String(offset + 1)));
	return userError(
		`'${field}' does not identify a record: records ${places} in the list differ, but share ${key}`,
		`Choose a field for '${parameter}' that is different for every record, such as a code, correct these records in the application, ${otherwise}.`,
	);
}

/** What a person knows it by: its first two values, as far as they are text. */
function nameOf(record: DataRecord): string {
	const texts = Object.values(record).filter((value) => typeof value === 'string');
	return texts
		.filter((text) => text.trim() !== '')
		.slice(0, 2)
		.join(', ');
}
