import { UserError } from 'n8n-workflow';
import { LIMIT, NUMBER_OPTIONS, type WholeNumber } from './properties/numbers';
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
	/** The most requests at a time, 1 to 16. */
	parallelRequests: number;
	/** Further tries for one page, 0 to 10. */
	maxRetries: number;
	/** The fields to keep of each record; all when there is none. */
	fields: string[];
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

/**
 * Checks the parameters before anything is requested.
 *
 * @throws UserError that names the parameter, and says in its description what to enter
 */
export function readRequest(raw: RawParameters): ListRequest {
	const operationName = readOperation(raw);
	const returnAll = readFlag('Return All', raw.returnAll);
	return {
		operationName,
		returnAll,
		limit: returnAll ? LIMIT.max : readNumber(LIMIT, raw.limit),
		...readOptions(raw.options),
	};
}

function readOperation({ resource, operation, operationName }: RawParameters): string {
	const row = RESOURCES.find(({ value }) => value === resource);
	if (!row) {
		throw wrong(`The resource "${String(resource)}" is not known`, 'Choose one from the list.');
	}
	if (operation !== 'getAll') {
		throw wrong(`The operation "${String(operation)}" is not known`, 'Choose Get Many.');
	}
	if (row.operationName !== undefined) return row.operationName;

	const name = typeof operationName === 'string' ? operationName.trim() : '';
	// Nothing that could leave the base URL: no scheme, no dots, no query, no empty segment.
	if (/^[\w-]+(\/[\w-]+)*$/.test(name)) return name;
	throw wrong(
		'The Operation Name is not a plain name',
		'Enter the name of a list operation, such as GetSuppliers: letters, digits, "_" and "-", with single slashes between names. No address, no spaces and no "?".',
	);
}

function readOptions(value: unknown) {
	const options = isObject(value) ? value : {};
	const read = (name: keyof typeof NUMBER_OPTIONS) => {
		const option = NUMBER_OPTIONS[name];
		return readNumber(option, options[name] ?? option.default);
	};
	return {
		fields: readFields('Field Names or IDs', options.fields ?? []),
		maxRetries: read('maxRetries'),
		offset: read('offset'),
		parallelRequests: read('parallelRequests'),
		timeout: read('timeout'),
	};
}

/** Expressions often return text, so a number written out is one, too. */
function readNumber({ displayName, min, max, advice }: WholeNumber, value: unknown): number {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) {
		return number;
	}
	const range = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
	throw wrong(`${displayName} has to be a whole number${range}`, advice);
}

/** An expression can return the names in a list, or in a text with commas between them. */
export function readFields(displayName: string, value: unknown): string[] {
	const names = typeof value === 'string' ? value.split(',') : value;
	if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
		throw wrong(
			`${displayName} is not a list of names`,
			'Choose fields from the list, or let the expression return their names.',
		);
	}
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** The same for a flag: one that were taken for off would leave records out. */
function readFlag(displayName: string, value: unknown): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw wrong(
		`${displayName} is neither true nor false`,
		'Turn it on or off, or let the expression return true or false.',
	);
}

function wrong(message: string, description: string): UserError {
	return new UserError(message, { description });
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
