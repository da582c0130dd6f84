import type { Correction } from './api/connection';
import { MAX_PAGE_SIZE } from './api/headers';
import { RESOURCES } from './resources';

/** What one input item asks to be read. */
export interface ListRequest {
	/** Path of the list operation behind the base URL. */
	operationName: string;
	/** Whether to follow the chain of pages, or to read a single one. */
	returnAll: boolean;
	/** Records per page, 1 to 50. */
	limit: number;
	/** Zero-based offset of the first record. */
	offset: number;
	/** Milliseconds that one request may take. */
	timeout: number;
}

/** The parameters as n8n hands them over; an expression can have put any value into them. */
export interface RawParameters {
	resource: unknown;
	operation: unknown;
	operationName: unknown;
	returnAll: unknown;
	limit: unknown;
	options: unknown;
}

/** A timer cannot be set to more than some weeks; an hour is more than any answer is worth. */
const MAX_TIMEOUT = 3_600_000;

/** Checks the parameters before anything is requested. */
export function readRequest(
	raw: RawParameters,
): { request: ListRequest } | { correction: Correction } {
	const row = RESOURCES.find(({ value }) => value === raw.resource);
	if (!row)
		return wrong(
			`The resource "${String(raw.resource)}" is not known`,
			'Choose a resource from the list.',
		);
	if (raw.operation !== 'getAll') {
		return wrong(`The operation "${String(raw.operation)}" is not known`, 'Choose Get Many.');
	}
	const operationName = row.operationName ?? plainName(raw.operationName);
	if (operationName === undefined) {
		return wrong(
			'The Operation Name is not a plain name',
			'Enter the name of a list operation, such as GetSuppliers: letters, digits, "_" and "-", with single slashes between names. No address, no spaces and no "?".',
		);
	}
	const returnAll = flag(raw.returnAll);
	if (returnAll === undefined)
		return wrong(
			'Return All is neither true nor false',
			'Turn it on or off, or let the expression return true or false.',
		);
	const limit = returnAll ? MAX_PAGE_SIZE : wholeNumber(raw.limit, 1, MAX_PAGE_SIZE);
	if (limit === undefined) {
		return wrong(
			`Limit has to be a whole number from 1 to ${MAX_PAGE_SIZE}`,
			'Enter such a number, or turn on Return All to read more records than that.',
		);
	}
	const options = isObject(raw.options) ? raw.options : {};
	const offset = wholeNumber(options.offset ?? 0, 0, Number.MAX_SAFE_INTEGER);
	if (offset === undefined) {
		return wrong(
			'Offset has to be a whole number, 0 or more',
			'Enter the number of records to skip.',
		);
	}
	const timeout = wholeNumber(options.timeout ?? 30_000, 1, MAX_TIMEOUT);
	if (timeout === undefined) {
		return wrong(
			`Timeout has to be a whole number from 1 to ${MAX_TIMEOUT}`,
			'Enter the time in milliseconds: 30000 is half a minute.',
		);
	}
	return { request: { operationName, returnAll, limit, offset, timeout } };
}

function wrong(message: string, description: string): { correction: Correction } {
	return { correction: { message, description } };
}

/** Letters, digits, `_` and `-`, with single slashes inside: nothing that could leave the base URL. */
function plainName(value: unknown): string | undefined {
	const name = typeof value === 'string' ? value.trim() : '';
	return /^[\w-]+(\/[\w-]+)*$/.test(name) ? name : undefined;
}

/** Expressions often return text, so a number or a flag written out is one, too. */
function wholeNumber(value: unknown, min: number, max: number): number | undefined {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' &&
		Number.isSafeInteger(number) &&
		number >= min &&
		number <= max
		? number
		: undefined;
}

function flag(value: unknown): boolean | undefined {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
