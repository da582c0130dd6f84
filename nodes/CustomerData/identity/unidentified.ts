import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { inWords, named, userError } from '../errors/userError';
import { IDENTIFIER } from '../parameters/list';
import type { Identified, Sighting } from './identity';

export const CONNECT_HELD_BACK = "or connect the output 'Held Back' to go on without these records";

const PARAMETER = IDENTIFIER.displayName;

/** @param otherwise how to go on without the record */
export function missingKey(
	field: string,
	offset: number,
	record: DataRecord,
	otherwise: string,
): UserError {
	const name = firstTextsOf(record);
	return userError(
		`Record ${offset + 1} in the list${name && ` (${name})`} has no value in '${field}'`,
		`Choose a field for '${PARAMETER}' that every record has, add the value in the application, ${otherwise}.`,
	);
}

/** @param key as its JSON text */
export function sharedKey(
	field: string,
	key: string,
	offsets: number[],
	otherwise: string,
): UserError {
	const places = inWords(offsets.map((offset) => String(offset + 1)));
	return userError(
		`'${field}' does not identify a record: records ${places} in the list differ, but share ${key}`,
		`Choose a field for '${PARAMETER}' that is different for every record, such as a code, correct these records in the application, ${otherwise}.`,
	);
}

/** @throws UserError where more records would be left out than kept */
export function checkLeftOut(
	{ records, keyless, shared }: Identified<Sighting>,
	field: string,
): void {
	const leftOut = [...keyless, ...[...shared.values()].flat()];
	if (leftOut.length <= records.size) return;
	const places = leftOut.map(({ offset }) => offset + 1).sort((one, other) => one - other);
	const who = places.length === 1 ? 'record 1 has' : `records ${named(places.map(String))} have`;
	throw userError(
		`${leftOut.length} of ${leftOut.length + records.size} records would be left out: in the list, ${who} no value in '${field}' that no other record has`,
		`Nothing was output. Choose a field for '${PARAMETER}' that is different for every record, such as a code, or correct these records in the application.`,
	);
}

/** The words by which a person knows the record: its first two texts, such as "C1, Bakery Ulm". */
function firstTextsOf(record: DataRecord): string {
	const texts = Object.values(record).filter((value) => typeof value === 'string');
	return texts
		.filter((text) => text.trim() !== '')
		.slice(0, 2)
		.join(', ');
}
