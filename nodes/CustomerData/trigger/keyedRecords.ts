import { UserError } from 'n8n-workflow';
import type { DataRecord } from '../core/page';
import { hashRecord, keyOf } from '../core/snapshot';

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Collects the records of a list by the field that names them. */
export class KeyedRecords {
	readonly records = new Map<string, DataRecord>();

	constructor(private readonly keyField: string) {}

	/**
	 * A key that comes again on a later page is drift: others wrote while the list was read, and the
	 * record slid on. It counts once, as it was seen last.
	 *
	 * @param offset of the first record of the page
	 * @throws UserError when the field does not name each record
	 */
	addPage(page: DataRecord[], offset: number): void {
		const onPage = new Map<string, DataRecord>();
		for (const [index, record] of page.entries()) {
			const key = keyOf(record[this.keyField]) ?? this.refuseMissing(offset + index);
			const twin = onPage.get(key);
			if (twin && hashRecord(twin, NO_FIELDS) !== hashRecord(record, NO_FIELDS)) {
				this.refuseRepeated(key, offset);
			}
			onPage.set(key, record);
		}
		for (const [key, record] of onPage) {
			this.records.delete(key);
			this.records.set(key, record);
		}
	}

	private refuseMissing(offset: number): never {
		throw new UserError(
			`The record at offset ${offset} has no value in the field ${this.keyField}`,
			{
				description:
					'Identify Records By has to name a field that holds a text or a number in every record. Choose another one.',
			},
		);
	}

	private refuseRepeated(key: string, offset: number): never {
		throw new UserError(`Two records have the same value ${key} in the field ${this.keyField}`, {
			description: `They differ, so this field does not identify a record (page at offset ${offset}). Choose another field for Identify Records By.`,
		});
	}
}
