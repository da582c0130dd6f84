import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';

/** What each record is recognized by: a hash of its content, whatever the order of its fields. */
export class Ids {
	/** The page that was asked for last. */
	private page: { records: DataRecord[]; ids: string[] } = { records: [], ids: [] };
	/** The usual order of the fields. */
	private names: string[] = [];

	/** @param partOf gives the part of a record to recognize it by */
	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	of(records: DataRecord[]): string[] {
		if (this.page.records !== records) {
			const parts = this.inUsualOrder(records.map((record) => this.partOf(record)));
			this.page = { records, ids: parts.map((part) => shortHash(JSON.stringify(part))) };
		}
		return this.page.ids;
	}

	/** A server that writes the fields of one record in another order does so in all of its response. */
	private inUsualOrder(page: DataRecord[]): DataRecord[] {
		const names = Object.keys(page[0] ?? {});
		if (this.names.length === 0) this.names = names;
		if (names.join() === this.names.join()) return page;
		const rank = (name: string) => this.names.indexOf(name);
		return page.map((record) => {
			const fields = Object.entries(record).sort(([one], [other]) => rank(one) - rank(other));
			return Object.fromEntries(fields);
		});
	}
}
