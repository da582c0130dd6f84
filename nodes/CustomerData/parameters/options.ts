import { FEW_RECORDS, MISSES_UNTIL_REMOVED, MOST_REMOVALS, spelledOut } from './limits';
import type { Offered, Option } from './values';

// Each of these names all operations, so that the compiler asks where a new option belongs.
const NOWHERE = {
	...{ compare: false, get: false, getAll: false, report: false, search: false, trigger: false },
} satisfies Offered;
const EVERYWHERE = {
	...{ compare: {}, get: {}, getAll: {}, report: {}, search: {}, trigger: {} },
} satisfies Offered;
/** Wherever records are output. */
const WITH_RECORDS = {
	...{ compare: {}, get: {}, getAll: {}, report: false, search: {}, trigger: {} },
} satisfies Offered;

const WITH_RETURN_ALL = { displayOptions: { show: { '/returnAll': [true] } } };

/** Words that n8n's lint requires, as it requires "Name or ID". */
export const CHOOSE_FIELDS =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** Offers the fields of the chosen list. */
const FIELDS_OF_LIST = {
	loadOptionsMethod: 'getFields',
	loadOptionsDependsOn: ['resource', 'operationName'],
};

/** Offers the fields inside of other fields, too. */
export const PATHS_OF_LIST = { ...FIELDS_OF_LIST, loadOptionsMethod: 'getPaths' };

/** The one table of options, sorted by `displayName`: a new one is a row, and the code that uses it. */
export const OPTIONS = {
	emptyAsNull: {
		displayName: 'Empty Text as Null',
		type: 'boolean',
		default: false,
		description:
			'Whether to output null (no value) instead of empty text. Turn this on if empty fields become 0 in number fields.',
		in: WITH_RECORDS,
	},
	fields: {
		displayName: 'Field Names or IDs',
		type: 'multiOptions',
		typeOptions: FIELDS_OF_LIST,
		default: [],
		description: `Fields to output. Leave empty for all. ${CHOOSE_FIELDS}`,
		in: {
			...WITH_RECORDS,
			compare: { displayOptions: { hide: { '/output': ['rows'] } } },
			trigger: {
				description: `Fields to watch and output, besides the identifier. Leave empty for all. Changes in other fields do not start the workflow. ${CHOOSE_FIELDS}`,
			},
		},
	},
	ifNotFound: {
		displayName: 'If Not Found',
		type: 'options',
		options: [
			{ name: 'Return Nothing', value: 'nothing', description: 'Continue with what was found' },
			{ name: 'Stop', value: 'error', description: 'The node fails, and names the value' },
		],
		default: 'error',
		description: 'What to do when no record has the value',
		in: { ...NOWHERE, get: {} },
	},
	ignoreFields: {
		displayName: 'Ignore Field Names or IDs',
		type: 'multiOptions',
		typeOptions: FIELDS_OF_LIST,
		default: [],
		description: `Fields to output, whose changes do not start the workflow. If you chose fields in 'Field Names or IDs', choose these there, too. ${CHOOSE_FIELDS}`,
		in: { ...NOWHERE, trigger: {} },
	},
	emitExisting: {
		displayName: 'Include Existing Records',
		type: 'boolean',
		default: false,
		description:
			'Whether the first poll outputs every existing record as created. If off, it only remembers them.',
		builderHint: {
			propertyHint:
				'Set to true to copy the whole list first and follow its changes from then on, in one workflow.',
		},
		in: { ...NOWHERE, trigger: {} },
	},
	requestInterval: {
		displayName: 'Interval Between Requests (ms)',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60_000 },
		default: 0,
		description: 'Minimum time between the starts of two requests, including retries (0–60,000)',
		in: EVERYWHERE,
	},
	maxCreated: {
		displayName: 'Max Created (%)',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 20,
		description: `Highest percentage of customers that may be created (0–100). If more would be, nothing is output, because the input may be incomplete. Up to ${FEW_RECORDS} customers may always be created if at least half of all customers are in the input.`,
		in: { ...NOWHERE, compare: {} },
	},
	maxEvents: {
		displayName: 'Max Events per Execution',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		unset: { maxEvents: Infinity },
		description:
			'Max number of events in one execution. The rest follow at the next polls. No maximum unless you add this option.',
		in: { ...NOWHERE, trigger: {} },
	},
	maxRecords: {
		displayName: 'Max Records',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1_000,
		unset: { maxRecords: Infinity },
		description: 'Max number of records to return. No maximum unless you add this option.',
		in: { ...NOWHERE, getAll: WITH_RETURN_ALL, search: WITH_RETURN_ALL },
	},
	maxRemovals: {
		displayName: 'Max Removals (%)',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 20,
		unset: { mostRemovals: MOST_REMOVALS },
		description: `Highest percentage of known records that may be missing (0–100), even if 'Trigger On' leaves removals out. If more are, the poll fails and outputs nothing. A missing record counts until ${spelledOut(MISSES_UNTIL_REMOVED)} polls in a row have missed it. Ignored below ${FEW_RECORDS} records.`,
		in: {
			...NOWHERE,
			compare: {
				description: `Highest percentage of contacts that may be output as removed (0–100). If more would be, nothing is output. Contacts without an identifier, or marked as removed, do not count. Ignored below ${FEW_RECORDS} contacts. Unless you add this option, no more than ${MOST_REMOVALS} are output.`,
			},
			trigger: {},
		},
	},
	maxRetries: {
		displayName: 'Max Retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: 5,
		description:
			'How many times to retry a page when the service is busy, cannot be reached or sends an incomplete response (0–10)',
		in: EVERYWHERE,
	},
	offset: {
		displayName: 'Offset',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Number of records to skip at the start of the list',
		in: { ...NOWHERE, getAll: {} },
	},
	parallelRequests: {
		displayName: 'Parallel Requests',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 16 },
		default: 4,
		description:
			'How many pages to request at the same time (1–16). Higher is faster; 1 puts the least load on the service.',
		in: { ...EVERYWHERE, getAll: WITH_RETURN_ALL },
	},
	presentValue: {
		displayName: 'Present Value',
		type: 'string',
		default: '',
		placeholder: 'e.g. Customer',
		description:
			"Value of 'Removed Field in CRM' in new contacts, and in contacts whose customer is back. Leave empty for the value that most contacts have. Another value that a contact has, such as Lead, stays.",
		in: { ...NOWHERE, compare: { displayOptions: { show: { '/output': ['rows'] } } } },
	},
	unidentified: {
		displayName: 'Records Without Unique ID',
		type: 'options',
		options: [
			{
				name: 'Leave Out',
				value: 'leaveOut',
				description:
					'Continue without them. While a record has no identifier, no removal is output, because that record may be the missing one.',
			},
			{
				name: 'Stop',
				value: 'error',
				description: 'The poll fails, and names the first such record',
			},
		],
		default: 'error',
		description:
			"What to do when records share a value in 'Identify Records By', or have none there",
		in: { ...NOWHERE, trigger: {} },
	},
	timeout: {
		displayName: 'Timeout (ms)',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3_600_000 },
		default: 30_000,
		description: 'How long to wait for each response (1–3,600,000)',
		in: EVERYWHERE,
	},
} satisfies Record<string, Option>;
