import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';

interface FieldNames {
	/** As a record has them. */
	names: string[];
	/** The names of the fields that it is recognized by, sorted. */
	counted: string[];
	/** `counted` as text. */
	head: string;
}

/** The IDs by which records are recognized: a hash of the content of each, whatever the order of its fields. */
export class Ids {
	/** Fields that do not count, because they differ with each request. */
	private overlooked: ReadonlySet<string> = new Set();
	/** The fields of the last record: most of a list have the same, and sorting them takes as long as all the rest. */
	private usual = this.fieldsOf([]);
	/** The page whose IDs were asked for last. */
	private page: { records: DataRecord[]; ids: string[] } | undefined;

	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	of(records: DataRecord[]): string[] {
		if (this.page?.records !== records) this.page = { records, ids: this.computed(records) };
		return this.page.ids;
	}

	/**
	 * Overlooks from now on the fields in which every record differs when its page is requested again, as where the
	 * service puts the current time into each. The others have to be as they were, and to tell records apart.
	 *
	 * @returns whether there are such fields
	 */
	overlookVolatile(records: DataRecord[], again: DataRecord[]): boolean {
		const { overlooked } = this;
		const isVolatile = (field: string) =>
			records.every((record, index) => !isSame(record[field], again[index]?.[field]));
		const fields = Object.keys(this.partOf(records[0] ?? {})).filter(isVolatile);
		if (fields.length === 0) return false;
		this.overlook(new Set([...overlooked, ...fields]));
		const ids = this.computed(records);
		const isKnown = isSame(ids, this.computed(again)) && 2 * new Set(ids).size > records.length;
		if (!isKnown) this.overlook(overlooked);
		return isKnown;
	}

	private overlook(fields: ReadonlySet<string>): void {
		this.overlooked = fields;
		this.usual = this.fieldsOf([]);
		this.page = undefined;
	}

	private computed(records: DataRecord[]): string[] {
		return records.map((record) => this.idOf(this.partOf(record)));
	}

	private idOf(part: DataRecord): string {
		const names = Object.keys(part);
		if (!isSameRow(names, this.usual.names)) this.usual = this.fieldsOf(names);
		const { counted, head } = this.usual;
		return shortHash(head + JSON.stringify(counted.map((name) => part[name])));
	}

	private fieldsOf(names: string[]): FieldNames {
		const counted = names.filter((name) => !this.overlooked.has(name)).sort();
		return { names, counted, head: JSON.stringify(counted) };
	}
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function isSameRow(names: string[], others: string[]): boolean {
	return names.length === others.length && names.every((name, index) => name === others[index]);
}
