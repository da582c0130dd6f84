import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../api/json';
import { OPTIONS } from './options';
import { readValue, type Option, type Place, type ValueOf } from './values';

/** The values of options that were not added, where those are not their defaults. */
const NO_MAXIMUM = { maxEvents: Infinity, maxRecords: Infinity };

/** A box that nobody has ticked is often empty in a CRM. */
const MAY_BE_EMPTY = new Set(['isRemoved']);

/** A value for every option, whether it was added or not. */
export type OptionValues = {
	-readonly [Name in keyof typeof OPTIONS]: ValueOf<(typeof OPTIONS)[Name]>;
};

const ROWS: ReadonlyArray<[string, Option]> = Object.entries(OPTIONS);
const UNSET = {
	...Object.fromEntries(ROWS.map(([name, row]) => [name, row.default])),
	...NO_MAXIMUM,
};

/** The box of options that an operation or the trigger offers. */
export function optionsProperty(place: Place): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: ROWS.flatMap(([name, { in: places, ...property }]) =>
			places[place] ? [{ name, ...property, ...places[place] }] : [],
		),
	};
}

/**
 * Reads the options that the place offers; all others have what applies if they are not added.
 *
 * @throws UserError that names the option, and says what to enter
 */
export function readOptions(place: Place, values: unknown): OptionValues {
	const added = isObject(values) ? values : {};
	const entries = ROWS.flatMap(([name, option]) => {
		if (!option.in[place] || !(name in added)) return [];
		const value = added[name];
		if (MAY_BE_EMPTY.has(name) && (value ?? '') === '') return [];
		// An expression that returns nothing is refused, not read as the default.
		return [[name, readValue(option, value)]];
	});
	// `Object.fromEntries` cannot tell which value belongs to which name.
	return { ...UNSET, ...Object.fromEntries(entries) } as OptionValues;
}
