import type { DataRecord } from '../paging/answer';
import type { OptionValues } from '../parameters/options';
import { FieldPicker } from './fields';
import { matcherFor } from './search';

/** The records of one read that are returned: those that match, with the chosen fields alone. */
export class FoundRecords {
	readonly records: DataRecord[] = [];
	/** How many records were looked at. */
	read = 0;
	/** Which of those each returned record was. */
	private readonly places: number[] = [];
	private readonly fields: FieldPicker;
	private readonly matches: (record: DataRecord) => boolean;

	/** @param most how many to return at most */
	constructor(
		{ fields, search }: Pick<OptionValues, 'fields' | 'search'>,
		private readonly most: number,
	) {
		this.fields = new FieldPicker(fields);
		this.matches = matcherFor(search);
	}

	get isFull(): boolean {
		return this.records.length === this.most;
	}

	/** Forgets what was looked at after the first `kept` records. */
	keep(kept: number): void {
		while ((this.places.at(-1) ?? -1) >= kept) {
			this.places.pop();
			this.records.pop();
		}
		this.read = kept;
	}

	/** @returns whether there was room for all that match */
	add(records: DataRecord[]): boolean {
		for (const record of records) {
			if (this.matches(record)) {
				if (this.isFull) return false;
				this.records.push(this.fields.pick(record));
				this.places.push(this.read);
			}
			this.fields.notice(record);
			this.read += 1;
		}
		return true;
	}

	/** To be called at the end of the read; see `FieldPicker.check`. */
	check(quote: (text: string) => string): void {
		this.fields.check(quote);
	}
}
