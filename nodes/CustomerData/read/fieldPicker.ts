import type { DataRecord, JsonValue } from '../api/page';

/** Picks the chosen fields from records. */
export class FieldPicker {
	private readonly chosen: ReadonlySet<string>;
	private readonly emptyAsNull: boolean;
	private readonly identifier: string | undefined;

	/**
	 * @param fields none for whole records
	 * @param identifier always picked, because the next node finds a saved record again by it
	 */
	constructor(
		fields: string[],
		{ emptyAsNull = false, identifier }: { emptyAsNull?: boolean; identifier?: string } = {},
	) {
		this.chosen = new Set(fields);
		this.emptyAsNull = emptyAsNull;
		this.identifier = identifier;
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
}

/** Empty text as null, at any depth: where a number is expected, n8n reads empty text as 0. */
function withNull(value: JsonValue): JsonValue {
	if (value === '') return null;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(withNull);
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNull(one)]));
}
