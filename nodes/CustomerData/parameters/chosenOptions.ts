import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../api/json';
import { OPTIONS } from './options';
import { parameterValue, type Option, type OptionUser, type ValueOf } from './values';

/** A value for every option, whether it was added or not. */
export type OptionValues = {
	-readonly [Name in keyof typeof OPTIONS]: ValueOf<(typeof OPTIONS)[Name]>;
} & {
	/** The most removals, besides the percentage; `undefined` once the user adds the percentage. */
	mostRemovals?: number;
};

const ROWS: ReadonlyArray<[string, Option]> = Object.entries(OPTIONS);

/** The box of options that an operation or the trigger offers. */
export function optionsProperty(user: OptionUser): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: ROWS.flatMap(([name, { in: places, ...row }]) => {
			const changes = places[user];
			if (!changes) return [];
			const property = { name, ...row, ...changes };
			delete property.unset;
			return [property];
		}),
	};
}

/** Reads the options that an operation, or the trigger, offers. Every other option is as if it were not added. */
export function optionsOf(user: OptionUser, values: unknown): OptionValues {
	const added = isObject(values) ? values : {};
	const entries = ROWS.flatMap(([name, option]) => {
		const isAdded = option.in[user] && name in added;
		const found: Record<string, unknown> = isAdded
			? // An expression that returns nothing is refused, not read as the default.
				{ [name]: parameterValue(option, added[name]) }
			: { [name]: option.default, ...option.unset };
		return Object.entries(found);
	});
	// `Object.fromEntries` cannot tell which value belongs to which name.
	return Object.fromEntries(entries) as OptionValues;
}
