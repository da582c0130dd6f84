import { MAX_PAGE_SIZE } from '../api/headers';

/** A parameter that is a whole number: what the user sees, and what is accepted. */
export interface WholeNumber {
	displayName: string;
	min: number;
	max: number;
	default: number;
	description: string;
	/** What to enter, for those who entered something else. */
	advice: string;
}

/** In milliseconds. A timer cannot be set to more than some weeks; no answer is worth more than an hour. */
const MAX_TIMEOUT = 3_600_000;

export const LIMIT: WholeNumber = {
	displayName: 'Limit',
	min: 1,
	max: MAX_PAGE_SIZE,
	default: MAX_PAGE_SIZE,
	description: `Max number of results to return, up to ${MAX_PAGE_SIZE}. To read more, turn on Return All.`,
	advice: 'Enter such a number, or turn on Return All to read more records than that.',
};

/** The number options, by the name of the parameter and sorted as they are shown. */
export const NUMBER_OPTIONS = {
	maxRetries: {
		displayName: 'Max Retries',
		min: 0,
		max: 10,
		default: 3,
		description:
			'How often to ask for a page again when the service is busy, does not answer or the connection breaks off. Nothing that was read is read again.',
		advice: 'Enter how often to ask again: 0 for not at all.',
	},
	offset: {
		displayName: 'Offset',
		min: 0,
		max: Number.MAX_SAFE_INTEGER,
		default: 0,
		description: 'Number of records to skip before the first one that is read',
		advice: 'Enter the number of records to skip.',
	},
	parallelRequests: {
		displayName: 'Parallel Requests',
		min: 1,
		max: 16,
		default: 4,
		description:
			'How many pages to ask for at the same time. More is faster; 1 is the gentlest on the service. The result is always the same.',
		advice: 'Enter how many pages to ask for at the same time: 1 for one after the other.',
	},
	timeout: {
		displayName: 'Timeout',
		min: 1,
		max: MAX_TIMEOUT,
		default: 30_000,
		description: 'Time in milliseconds that the service may take to answer one request',
		advice: 'Enter the time in milliseconds: 30000 is half a minute.',
	},
} satisfies Record<string, WholeNumber>;
