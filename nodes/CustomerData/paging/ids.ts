import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';

/** What each record is recognized by: a hash of its content, whatever the order of its fields. */
export class Ids {
	/** The page that was asked for last. */
	private page: { records: DataRecord[]; ids: string[] } = { records: [], ids: [] };
	/** By the order of its fields in a response, their names, sorted, and a hash of these. A list has few orders. */
	private readonly fields = new Map<string, { names: string[]; hash: string }>();

	/** @param partOf gives the part of a record to recognize it by */
	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	of(records: DataRecord[]): string[] {
		if (this.page.records !== records) {
			this.page = { records, ids: records.map((record) => this.idOf(this.partOf(record))) };
		}
		return this.page.ids;
	}

	private idOf(part: DataRecord): string {
		const { names, hash } = this.fieldsOf(Object.keys(part));
		return shortHash(hash + JSON.stringify(names.map((name) => part[name])));
	}

	private fieldsOf(own: string[]) {
		const order = JSON.stringify(own);
		const known = this.fields.get(order);
		if (known) return known;
		const names = own.sort();
		const fields = { names, hash: shortHash(JSON.stringify(names)) };
		this.fields.set(order, fields);
		return fields;
	}
}
