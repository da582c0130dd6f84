import type { DataRecord } from '../api/page';
import { refusal } from '../refusal';

/** Picks the chosen fields from the records of one read, and finds those that no record has. */
export class FieldPicker {
	private readonly chosen: ReadonlySet<string>;
	private readonly seen = new Set<string>();

	/** @param fields none for whole records */
	constructor(fields: string[]) {
		this.chosen = new Set(fields);
	}

	/** The chosen fields that no record has had yet; none before the first record. */
	get missing(): string[] {
		return this.seen.size === 0 ? [] : [...this.chosen].filter((field) => !this.seen.has(field));
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
		const { missing, seen } = this;
		if (missing.length === 0) return;
		const there = listed([...seen].sort((a, b) => a.localeCompare(b)));
		throw refusal(
			`No record has a field named ${listed(missing, 'disjunction')}`,
			`In 'Field Names or IDs', choose from the fields of the records that were read: ${there}.`,
		);
	}
}

/** E.g. "'a', 'b', and 'c'". */
export function listed(names: string[], type: Intl.ListFormatType = 'conjunction'): string {
	return new Intl.ListFormat('en', { type }).format(names.map((name) => `'${name}'`));
}
