import type { DataRecord, JsonValue } from '../api/page';
import { listed, MOST_NAMED, userError } from '../errors/userError';

/** Picks the chosen fields from the records of one read, and finds those that no record has. */
export class FieldPicker {
	private readonly chosen: ReadonlySet<string>;
	/** The fields that records have, if any are chosen. */
	private readonly seen = new Set<string>();
	private readonly parameter: string;
	private readonly emptyAsNull: boolean;
	private readonly identifier: string | undefined;

	/**
	 * @param fields none for whole records
	 * @param identifier always picked, because whoever saves the records finds them again by it
	 */
	constructor(
		fields: string[],
		{
			parameter = 'Field Names or IDs',
			emptyAsNull = false,
			identifier,
		}: { parameter?: string; emptyAsNull?: boolean; identifier?: string } = {},
	) {
		this.chosen = new Set(fields);
		this.parameter = parameter;
		this.emptyAsNull = emptyAsNull;
		this.identifier = identifier;
	}

	/** The chosen fields that no record has had yet; none before the first record. */
	get missing(): string[] {
		return this.seen.size === 0 ? [] : [...this.chosen].filter((field) => !this.seen.has(field));
	}

	get fieldsSeen(): string {
		return listed([...this.seen].sort((a, b) => a.localeCompare(b)));
	}

	notice(record: DataRecord): void {
		if (this.chosen.size === 0) return;
		for (const field of Object.keys(record)) this.seen.add(field);
	}

	/** The record itself, or a copy with the chosen fields, and with null for empty text if that is wanted. */
	pick(record: DataRecord): DataRecord {
		const { chosen, emptyAsNull, identifier } = this;
		if (chosen.size === 0 && !emptyAsNull) return record;
		const isChosen = ([field]: [string, JsonValue]) =>
			chosen.size === 0 || chosen.has(field) || field === identifier;
		const picked = Object.entries(record).filter(isChosen);
		const fields = emptyAsNull ? picked.map(([name, value]) => [name, withNull(value)]) : picked;
		return Object.fromEntries(fields);
	}

	checkAll(records: Iterable<DataRecord>): void {
		for (const record of records) this.notice(record);
		this.check();
	}

	/** @throws UserError that names the fields that no record of a whole list has, and those that there are */
	check(): void {
		const { missing, fieldsSeen } = this;
		if (missing.length === 0) return;
		throw userError(
			`No record has a field named ${anyOf(missing)}`,
			`In '${this.parameter}', choose from the fields of the records that were read: ${fieldsSeen}.`,
		);
	}
}

/** The first of them, for what no record has, and how many more there are. */
export function anyOf(fields: string[]): string {
	const named = listed(fields.slice(0, MOST_NAMED), 'disjunction');
	const more = fields.length - MOST_NAMED;
	return more > 0 ? `${named}, and ${more} more` : named;
}

/** Empty text as null, at any depth: where a number is expected, n8n reads empty text as 0. */
function withNull(value: JsonValue): JsonValue {
	if (value === '') return null;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(withNull);
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNull(one)]));
}
