import type { DataRecord } from '../paging/answer';
import { refusal } from '../refusal';
import { hashRecord, keyOf } from './snapshot';

const NO_FIELDS: ReadonlySet<string> = new Set();
const CHOOSE = "Choose a field for 'Identify Records By'";

/** Collects the records of a list by the field that identifies them. */
export class KeyedRecords {
	readonly records = new Map<string, DataRecord>();

	/** @param quote cleans what the service wrote */
	constructor(
		private readonly keyField: string,
		private readonly quote: (text: string) => string,
	) {}

	/**
	 * A key that comes again on a later page is drift: others wrote while the list was read, and the
	 * record moved on. It counts once, as it was read last.
	 *
	 * @throws UserError when the field does not identify each record
	 */
	addPage(page: DataRecord[], offset: number): void {
		const onPage = new Map<string, DataRecord>();
		for (const [index, record] of page.entries()) {
			const key = keyOf(record[this.keyField]) ?? this.refuseMissing(offset + index);
			const twin = onPage.get(key);
			if (twin && hashRecord(twin, NO_FIELDS) !== hashRecord(record, NO_FIELDS)) {
				this.refuseShared(key, offset);
			}
			onPage.set(key, record);
		}
		for (const [key, record] of onPage) {
			this.records.delete(key);
			this.records.set(key, record);
		}
	}

	private refuseMissing(offset: number): never {
		const message = `The record at offset ${offset} has no value in '${this.keyField}'`;
		throw refusal(message, `${CHOOSE} that holds a text or number in every record.`);
	}

	private refuseShared(key: string, offset: number): never {
		const message = `Two different records share the value ${this.quote(key)} in '${this.keyField}'`;
		throw refusal(
			message,
			`${CHOOSE} that is different for every record (page at offset ${offset}).`,
		);
	}
}
