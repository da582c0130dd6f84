import type { DataRecord } from '../api/page';
import { userError } from '../userError';

/** Picks the chosen fields from the records of one read, and finds those that no record has. */
export class FieldPicker {
	private readonly chosen: ReadonlySet<string>;
	private readonly seen = new Set<string>();

	/** @param fields none for whole records */
	constructor(
		fields: string[],
		private readonly parameter = 'Field Names or IDs',
	) {
		this.chosen = new Set(fields);
	}

	/** The chosen fields that no record has had yet; none before the first record. */
	get missing(): string[] {
		return this.seen.size === 0 ? [] : [...this.chosen].filter((field) => !this.seen.has(field));
	}

	/** The fields of the records that were read, as a list of words. */
	get fieldsSeen(): string {
		return listed([...this.seen].sort((a, b) => a.localeCompare(b)));
	}

	notice(record: DataRecord): void {
		if (this.chosen.size === 0) return;
		for (const field of Object.keys(record)) this.seen.add(field);
	}

	pick(record: DataRecord): DataRecord {
		if (this.chosen.size === 0) return record;
		return Object.fromEntries(Object.entries(record).filter(([field]) => this.chosen.has(field)));
	}

	/** @throws UserError that names the fields that no record of a whole list has, and those that there are */
	check(): void {
		const { missing, fieldsSeen } = this;
		if (missing.length === 0) return;
		throw userError(
			`No record has a field named ${listed(missing, 'disjunction')}`,
			`In '${this.parameter}', choose from the fields of the records that were read: ${fieldsSeen}.`,
		);
	}
}

/** E.g. "'a', 'b', and 'c'". */
export function listed(names: string[], type: Intl.ListFormatType = 'conjunction'): string {
	return new Intl.ListFormat('en', { type }).format(names.map((name) => `'${name}'`));
}
