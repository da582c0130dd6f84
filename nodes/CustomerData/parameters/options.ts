import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../guards';
import { CHOOSE_FIELDS, fieldNames, flag, type Parameter, wholeNumber, words } from './kinds';

/** The nodes that offer an option, and what of its property differs there. */
type Places = Partial<Record<'node' | 'trigger', Partial<INodeProperties>>>;

/** A single page has no page before it, and leaves nothing to request at the same time. */
const WITH_RETURN_ALL = { displayOptions: { show: { '/returnAll': [true] } } };

type Option<Value> = Parameter<Value> & {
	in: Places;
	/** What it is when a user has not added it; the default of its property when absent. */
	unset?: Value;
};

/** The one table of options, sorted by what users see: a new one is a row and the code that uses it. */
export const OPTIONS = {
	emitExisting: {
		...flag(
			'Emit Existing Records',
			'Whether the first poll emits every record as created. If off, the first poll only remembers which records there are.',
		),
		in: { trigger: {} },
	},
	fields: {
		...fieldNames('Field Names or IDs', 'The fields to output, or none for all fields'),
		in: {
			node: {},
			trigger: {
				description: `The fields to watch and output, or none for all fields. Changes in other fields do not start the workflow. ${CHOOSE_FIELDS}`,
			},
		},
	},
	ignoreFields: {
		...fieldNames(
			'Ignore Field Names or IDs',
			'Fields to output but not to watch. Changes in them do not start the workflow',
		),
		in: { trigger: {} },
	},
	requestInterval: {
		...wholeNumber('Interval Between Requests', {
			min: 0,
			max: 60_000,
			default: 0,
			description:
				'Milliseconds from the start of one request to the start of the next, at least, however many run in parallel',
			advice: 'Enter the time in milliseconds, e.g. 1000 for a second, or 0 for no interval.',
		}),
		in: { node: {}, trigger: {} },
	},
	maxEvents: {
		...wholeNumber('Max Events per Run', {
			min: 1,
			default: 100,
			description:
				'Max number of events in one run. The others follow at the next polls, one run per poll. Without this option, a run has all events.',
			advice:
				'Enter the number of events in one run, or remove the option to emit all of them at once.',
		}),
		unset: Infinity,
		in: { trigger: {} },
	},
	maxRecords: {
		...wholeNumber('Max Records', {
			min: 1,
			default: 1_000,
			description:
				"Max number of records to return. To read a long list in parts, use it together with 'Offset'.",
			advice: 'Enter how many records to return, or remove the option to return all of them.',
		}),
		unset: Infinity,
		in: { node: WITH_RETURN_ALL },
	},
	maxRemovals: {
		...wholeNumber('Max Removals (%)', {
			min: 0,
			max: 100,
			default: 20,
			description:
				'Max share of the records that may be gone since the last poll. If more are gone, the poll fails and emits nothing, because the service may be returning only part of the list. Does not apply to lists of fewer than 10 records.',
			advice: 'Enter a percentage, e.g. 20, or 100 to allow any number of removals.',
		}),
		in: { trigger: {} },
	},
	maxRetries: {
		...wholeNumber('Max Retries', {
			min: 0,
			max: 10,
			default: 3,
			description:
				'How often to retry a page when the service is busy, does not respond, or the connection is lost. Pages that were read are not read again.',
			advice: 'Enter how often to retry a page, or 0 for no retries.',
		}),
		in: { node: {}, trigger: {} },
	},
	offset: {
		...wholeNumber('Offset', {
			min: 0,
			default: 0,
			description: 'Number of records to skip at the start of the list',
			advice: 'Enter the number of records to skip.',
		}),
		in: { node: {} },
	},
	parallelRequests: {
		...wholeNumber('Parallel Requests', {
			min: 1,
			max: 16,
			default: 4,
			description:
				'How many pages to request at the same time. More is faster; 1 is gentlest on the service.',
			advice: 'Enter how many pages to request at the same time, or 1 for one after the other.',
		}),
		in: { node: WITH_RETURN_ALL, trigger: {} },
	},
	search: {
		...words('Search', {
			description:
				"Words to look for, such as part of a name, a city or a code. Returns only records that contain all of them, in any field; letter case and accents don't matter.",
			placeholder: 'e.g. bakery utrecht',
			advice: 'Enter the words that a record has to contain.',
		}),
		in: { node: {} },
	},
	timeout: {
		...wholeNumber('Timeout', {
			min: 1,
			max: 3_600_000,
			default: 30_000,
			description: 'Milliseconds to wait for the service to respond to one request',
			advice: 'Enter the time in milliseconds, e.g. 30000 for half a minute.',
		}),
		in: { node: {}, trigger: {} },
	},
} satisfies Record<string, Option<unknown>>;

/** The value of every option; the default of those that a node does not offer. */
export type OptionValues = {
	-readonly [Name in keyof typeof OPTIONS]: ReturnType<(typeof OPTIONS)[Name]['read']>;
};

const ROWS: ReadonlyArray<[string, Option<unknown>]> = Object.entries(OPTIONS);

export function optionsProperty(node: keyof Places): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: ROWS.flatMap(([name, { property, in: places }]) =>
			places[node] ? [{ name, ...property, ...places[node] }] : [],
		),
	};
}

/** @throws UserError that names the option, and says what to enter */
export function readOptions(node: keyof Places, values: unknown): OptionValues {
	const added = isObject(values) ? values : {};
	const entries = ROWS.map(([name, { property, in: places, read, unset }]) => {
		const place = places[node];
		const value = place ? added[name] : undefined;
		if (value === undefined && unset !== undefined) return [name, unset];
		return [name, read(value ?? place?.default ?? property.default)];
	});
	// `Object.fromEntries` does not know which value belongs to which name.
	return Object.fromEntries(entries) as OptionValues;
}
