import type { UserError } from 'n8n-workflow';
import { refusal } from '../refusal';

const CHOOSE = "Choose a field for 'Identify Records By'";

export function refuseMissing(keyField: string, offset: number): UserError {
	return refusal(
		`The record at offset ${offset} has no value in '${keyField}'`,
		`${CHOOSE} that holds a text or number in every record.`,
	);
}

/** @param key as its JSON text */
export function refuseShared(keyField: string, key: string, one: number, other: number): UserError {
	return refusal(
		`'${keyField}' does not identify a record: two different records, at offsets ${one} and ${other}, share ${key}`,
		`${CHOOSE} that is different for every record, such as a code or number.`,
	);
}
