import type { DataRecord } from '../api/page';
import { ONLY_RECORDS } from '../parameters/onlyRecords';
import { SeenFields } from '../read/seenFields';
import { hasContent } from '../values/content';
import { fieldOf } from '../values/paths';

/** All records of a list, also those that are not wanted, as far as conditions look at them. */
export class JudgedList {
	/** The first record, if there are conditions. */
	first: DataRecord | undefined;
	/** How many records have a value in each of the fields. */
	readonly filled: Map<string, number>;
	private readonly seen = new SeenFields();
	/** Those of the fields that a record has, with a value or without one. */
	private readonly present = new Set<string>();

	/** @param fields of the conditions: names, or paths */
	constructor(fields: string[]) {
		this.filled = new Map(fields.map((field) => [field, 0]));
	}

	notice(record: DataRecord): void {
		const { filled, present, seen } = this;
		if (filled.size === 0) return;
		this.first ??= record;
		seen.notice(record);
		for (const [field, count] of filled) {
			const value = fieldOf(record, field);
			if (value !== undefined) present.add(field);
			if (hasContent(value)) filled.set(field, count + 1);
		}
	}

	/** The fields in which records had a value, and none has one now; none in an empty list. */
	emptiedSince(before: ReadonlyMap<string, number>): string[] {
		if (!this.first) return [];
		return [...before.keys()].filter((field) => this.filled.get(field) === 0);
	}

	/** @throws UserError for fields that no record has, with the fields that there are */
	checkPresent(fields: string[]): void {
		this.seen.check(
			fields.filter((field) => !this.present.has(field)),
			ONLY_RECORDS,
		);
	}
}
