import type { Row } from '../../../harness/n8n/rest.mts';

/** What was written into one record, by the CRM's own names of its fields. */
export interface Write {
	id: string;
	isNew: boolean;
	values: Row;
}

/** Why an API does not write something; each says it in its own way. */
export class Refusal extends Error {
	constructor(
		message: string,
		readonly status = 400,
	) {
		super(message);
	}
}

/** The records of an API, by its own names of fields. */
export class Contacts {
	/** By ID, oldest first. */
	readonly records = new Map<string, Row>();
	/** Each one since this was emptied, refused ones included. */
	writes: Write[] = [];
	/** A rule that somebody set up in the CRM. */
	isRefused = (_values: Row): boolean => false;
	private last = 0;

	constructor(private readonly idOf: (nth: number) => string = (nth) => String(1000 + nth)) {}

	clear(): void {
		this.records.clear();
		this.writes = [];
		this.isRefused = () => false;
	}

	/** Adds a record by hand; returns its ID. */
	put(values: Row): string {
		const id = this.idOf(++this.last);
		this.records.set(id, values);
		return id;
	}

	/** Adds a record that an API was sent; returns its ID. @param kept what it takes of that @throws Refusal */
	create(values: Row, kept = values): string {
		const id = this.idOf(this.last + 1);
		this.write({ id, isNew: true, values });
		return this.put(kept);
	}

	/** Changes a record as an API was told to; fields that were not sent stay. @throws Refusal */
	update(id: string, values: Row, kept = values): void {
		this.write({ id, isNew: false, values });
		const record = this.records.get(id);
		if (!record) throw new Refusal(`There is no record ${id}`, 404);
		this.records.set(id, { ...record, ...kept });
	}

	/** All records, each with its ID. */
	all(): Array<{ id: string; values: Row }> {
		return [...this.records].map(([id, values]) => ({ id, values }));
	}

	private write(write: Write): void {
		this.writes.push(write);
		if (this.isRefused(write.values)) throw new Refusal('A rule of this account refuses it');
	}
}
