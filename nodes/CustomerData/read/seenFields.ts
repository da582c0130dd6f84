import type { DataRecord } from '../api/page';
import { listed, MOST_NAMED, userError } from '../errors/userError';

/** The fields that the records of a list have, noticed while the list is read. */
export class SeenFields {
	private readonly names = new Set<string>();

	/** E.g. "'Code' and 'Name'". */
	get inWords(): string {
		return listed([...this.names].sort((a, b) => a.localeCompare(b)));
	}

	notice(record: DataRecord): void {
		for (const field of Object.keys(record)) this.names.add(field);
	}

	/** The chosen fields that no record has had yet; none before the first record. */
	missing(chosen: string[]): string[] {
		if (this.names.size === 0) return [];
		return [...new Set(chosen)].filter((field) => !this.names.has(field));
	}

	/**
	 * Refuses chosen fields that no record of a whole list has.
	 *
	 * @param parameter the name of the parameter in which they were chosen
	 * @throws UserError that names these fields, and the fields that records have
	 */
	check(chosen: string[], parameter = 'Field Names or IDs'): void {
		const missing = this.missing(chosen);
		if (missing.length === 0) return;
		throw userError(
			`No record has a field named ${anyOf(missing)}`,
			`In '${parameter}', choose from the fields of the records that were read: ${this.inWords}.`,
		);
	}
}

/** Refuses chosen fields that none of the records has. @throws UserError as {@link SeenFields.check} */
export function checkFieldsExist(
	chosen: string[],
	records: Iterable<DataRecord>,
	parameter?: string,
): void {
	const seen = new SeenFields();
	if (chosen.length > 0) for (const record of records) seen.notice(record);
	seen.check(chosen, parameter);
}

/** The first names, and how many more there are, e.g. "'A', 'B', or 'C', and 2 more". */
export function anyOf(fields: string[]): string {
	const named = listed(fields.slice(0, MOST_NAMED), 'disjunction');
	const more = fields.length - MOST_NAMED;
	return more > 0 ? `${named}, and ${more} more` : named;
}
