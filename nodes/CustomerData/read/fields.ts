import type { DataRecord } from '../paging/answer';
import { refusal } from '../refusal';

/** How many names a message lists; the others are counted. */
const MOST_LISTED = 50;

/** Picks the chosen fields from the records of one read, and finds those that no record has. */
export class FieldPicker {
	private readonly chosen: ReadonlySet<string>;
	/** Those that no record has had yet. */
	private readonly missing: Set<string>;
	/** Every field seen while some were missing. */
	private readonly seen = new Set<string>();
	private sawRecord = false;

	/** @param fields none for whole records */
	constructor(fields: string[]) {
		this.chosen = new Set(fields);
		this.missing = new Set(fields);
	}

	/** Sees which fields the record has. */
	notice(record: DataRecord): void {
		this.sawRecord = true;
		if (this.missing.size === 0) return;
		for (const field of Object.keys(record)) {
			this.seen.add(field);
			this.missing.delete(field);
		}
	}

	pick(record: DataRecord): DataRecord {
		if (this.chosen.size === 0) return record;
		return Object.fromEntries(Object.entries(record).filter(([field]) => this.chosen.has(field)));
	}

	/**
	 * To be called after the last record was noticed.
	 *
	 * @param quote cleans what the service wrote
	 * @throws UserError that names the fields no record has
	 */
	check(quote: (text: string) => string): void {
		if (!this.sawRecord || this.missing.size === 0) return;
		const there = [...this.seen].map(quote).sort((a, b) => a.localeCompare(b));
		const similar = [...this.missing].flatMap((name) => mostSimilar(name, there) ?? []);
		const question =
			similar.length > 0 ? `Did you mean ${listed([...new Set(similar)], 'or')}? ` : '';
		const advice =
			there.length > 0
				? `In 'Field Names or IDs', choose from the fields of the records that were read: ${listed(there)}.`
				: 'The records that were read have no fields.';
		throw refusal(
			`No record has a field named ${listed([...this.missing], 'or')}`,
			question + advice,
		);
	}
}

/** E.g. "'a', 'b' and 'c'". */
function listed(names: string[], word = 'and'): string {
	const parts = names.slice(0, MOST_LISTED).map((name) => `'${name}'`);
	if (names.length > MOST_LISTED) parts.push(`${names.length - MOST_LISTED} more`);
	const last = parts.splice(-1);
	const before = parts.length > 0 ? [parts.join(', ')] : [];
	return [...before, ...last].join(` ${word} `);
}

/** The field that differs in case or separators alone, or else in a single slip of typing. */
function mostSimilar(name: string, fields: string[]): string | undefined {
	const letters = lettersOf(name);
	return (
		fields.find((field) => lettersOf(field) === letters) ??
		fields.find((field) => differBySlip(lettersOf(field), letters))
	);
}

function lettersOf(name: string): string {
	return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** Whether one has a letter more, another letter, or two neighbouring letters in the other order. */
function differBySlip(a: string, b: string): boolean {
	// In names of two letters, one letter is too much of a difference.
	if (Math.max(a.length, b.length) < 3) return false;
	const shorter = Math.min(a.length, b.length);
	let start = 0;
	while (start < shorter && a[start] === b[start]) start++;
	let end = 0;
	while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
	const inA = a.slice(start, a.length - end);
	const inB = b.slice(start, b.length - end);
	if (inA.length <= 1 && inB.length <= 1) return true;
	return inA.length === 2 && inB.length === 2 && inA === `${inB[1]}${inB[0]}`;
}
