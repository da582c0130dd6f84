import type { INodeProperties } from 'n8n-workflow';
import { MAX_PAGE_SIZE } from '../transport/envelope';
import { flag, type GetParameter, wholeNumber } from './kinds';
import { type OptionValues, optionsProperty, readOptions } from './options';
import { operationName, readResource } from './resource';

/** What to read. */
export interface ListRequest {
	/** Path of the list operation, relative to the base URL. */
	operationName: string;
	/** Whether to follow the chain of pages, or to read a single one. */
	returnAll: boolean;
	/** The most records to return unless all are to be read, and the most on a page; 1 to 50. */
	limit: number;
	options: OptionValues;
}

const RETURN_ALL = flag('Return All', 'Whether to return all results or only up to a given limit');

const LIMIT = wholeNumber('Limit', {
	min: 1,
	max: MAX_PAGE_SIZE,
	default: MAX_PAGE_SIZE,
	description: `Max number of results to return, up to ${MAX_PAGE_SIZE}. To read more, turn on 'Return All'. With 'Search', further pages may be read until so many are found.`,
	advice: "Enter a number from 1 to 50, or turn on 'Return All' to read more records.",
});

export const listProperties: INodeProperties[] = [
	operationName,
	{ name: 'returnAll', ...RETURN_ALL.property },
	{ name: 'limit', ...LIMIT.property, displayOptions: { show: { returnAll: [false] } } },
	optionsProperty('node'),
];

/** @throws UserError that names the parameter, and says what to enter */
export function readListRequest(parameter: GetParameter): ListRequest {
	const { operationName } = readResource(parameter);
	const returnAll = RETURN_ALL.read(parameter('returnAll', false));
	return {
		operationName,
		returnAll,
		limit: returnAll ? MAX_PAGE_SIZE : LIMIT.read(parameter('limit', '')),
		options: readOptions('node', parameter('options', {})),
	};
}
