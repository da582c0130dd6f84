import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../api/json';
import { OPTIONS } from './options';
import { readValue, type Option, type Place, type ValueOf } from './values';

/** The values of options that were not added, where those are not their defaults. */
const NOT_ADDED = { maxEvents: Infinity, maxRecords: Infinity };

/** The most that Compare removes unless the user sets a percentage: a fifth of a long list is many. */
const MOST_REMOVALS = 500;

/** A value for every option, whether it was added or not. */
export type OptionValues = {
	-readonly [Name in keyof typeof OPTIONS]: ValueOf<(typeof OPTIONS)[Name]>;
} & {
	/** Beside the percentage. */
	mostRemovals: number;
};

const ROWS: ReadonlyArray<[string, Option]> = Object.entries(OPTIONS);
const UNSET = {
	...Object.fromEntries(ROWS.map(([name, row]) => [name, row.default])),
	...NOT_ADDED,
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
		// An expression that returns nothing is refused, not read as the default.
		return [[name, readValue(option, added[name])]];
	});
	// `Object.fromEntries` cannot tell which value belongs to which name.
	const mostRemovals = 'maxRemovals' in added ? Infinity : MOST_REMOVALS;
	return { ...UNSET, ...Object.fromEntries(entries), mostRemovals } as OptionValues;
}
