import type { Row } from '../../../harness/n8n/rest.mts';
import type { StandIn } from './standIn.mts';

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
		readonly status?: number,
	) {
		super(message);
	}
}

/** A record with a value in each of its fields. */
export interface Contact {
	id: string;
	values: Row;
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

	constructor(private readonly vendor: StandIn) {}

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

	/** Adds a record that an API was sent. @throws Refusal */
	create(sent: Row): Contact {
		const kept = this.taken(sent);
		this.write({ id: this.idOf(this.last + 1), isNew: true, values: { ...sent, ...kept } });
		return this.get(this.put(this.filled(kept)));
	}

	/** Changes a record as an API was told to; fields that were not sent stay. @throws Refusal */
	update(id: string, sent: Row): Contact {
		const kept = this.taken(sent);
		this.write({ id, isNew: false, values: { ...sent, ...kept } });
		const record = this.records.get(id);
		if (!record) throw new Refusal(`There is no record ${id}`, 404);
		this.records.set(id, { ...record, ...kept });
		return this.get(id);
	}

	get(id: string): Contact {
		return { id, values: this.filled(this.records.get(id) ?? {}) };
	}

	all(): Contact[] {
		return [...this.records.keys()].map((id) => this.get(id));
	}

	/** So many records, and where the next ones begin if there are more. */
	page(from: number, size: number): { page: Contact[]; total: number; next?: number } {
		const all = this.all();
		const next = from + size;
		const page = all.slice(from, next);
		return { page, total: all.length, ...(next < all.length && { next }) };
	}

	/** The values as the fields keep them. @throws Refusal */
	taken(sent: Row): Row {
		const { fields, refuses } = this.vendor;
		const entries = Object.entries(sent).flatMap(([name, value]) => {
			const field = fields[name];
			const taken = field?.takes.safeParse(value);
			if (taken?.success) return [[name, taken.data]];
			if (refuses) throw new Refusal(refuses(name, field?.type));
			return [];
		});
		return Object.fromEntries(entries);
	}

	private filled(values: Row): Row {
		const fields = Object.entries(this.vendor.fields).map(([name, { empty = null }]) => {
			return [name, values[name] ?? empty];
		});
		return Object.fromEntries(fields);
	}

	private idOf(nth: number): string {
		return this.vendor.idOf?.(nth) ?? String(1000 + nth);
	}

	private write(write: Write): void {
		this.writes.push(write);
		if (this.isRefused(write.values)) throw new Refusal('A rule of this account refuses it');
	}
}
