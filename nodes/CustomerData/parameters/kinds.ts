import type { INodeProperties } from 'n8n-workflow';
import { refusal } from '../refusal';

/** A parameter that n8n shows, and how its value is read. */
export interface Parameter<Value> {
	/** As n8n shows it; the name comes from where it stands. */
	property: Omit<INodeProperties, 'name'>;
	/** @throws UserError that names the parameter, and says what to enter */
	read(value: unknown): Value;
}

/** Reads one parameter of a node, unchecked; `extractValue` is for a resource locator. */
export type GetParameter = (name: string, fallback: unknown, options?: object) => unknown;

interface WholeNumber {
	description: string;
	min: number;
	/** No maximum when absent. */
	max?: number;
	default: number;
	/** What to enter. */
	advice: string;
}

export function wholeNumber(displayName: string, row: WholeNumber): Parameter<number> {
	const { min, max, advice, ...text } = row;
	const typeOptions = { minValue: min, ...(max !== undefined && { maxValue: max }) };
	const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
	return {
		property: { displayName, type: 'number', typeOptions, ...text },
		read(value) {
			// Expressions often return numbers as text.
			const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
			if (typeof number === 'number' && Number.isSafeInteger(number)) {
				if (number >= min && number <= (max ?? Infinity)) return number;
			}
			throw refusal(`'${displayName}' must be a whole number ${range}`, advice);
		},
	};
}

export function flag(displayName: string, description: string): Parameter<boolean> {
	return {
		property: { displayName, type: 'boolean', default: false, description },
		read(value) {
			if (value === true || value === 'true') return true;
			if (value === false || value === 'false') return false;
			// Reading an unclear flag as false would drop records.
			const advice = 'Turn it on or off, or use an expression that returns true or false.';
			throw refusal(`'${displayName}' must be true or false`, advice);
		},
	};
}

interface Words {
	description: string;
	placeholder: string;
	/** What to enter. */
	advice: string;
}

/** Text for people and AI models to fill in; expressions can also return a number. */
export function words(displayName: string, { advice, ...text }: Words): Parameter<string> {
	return {
		property: { displayName, type: 'string', default: '', ...text },
		read(value) {
			if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
			throw refusal(`'${displayName}' must be text`, advice);
		},
	};
}

/** The words that n8n's lint asks for. */
export const CHOOSE_FIELDS =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** Names of fields; expressions can return them as a list, or as text. */
export function fieldNames(displayName: string, description: string): Parameter<string[]> {
	return {
		property: {
			displayName,
			type: 'multiOptions',
			typeOptions: {
				loadOptionsMethod: 'getFields',
				loadOptionsDependsOn: ['resource', 'operationName'],
			},
			default: [],
			description: `${description}. ${CHOOSE_FIELDS}`,
		},
		read(value) {
			const names: unknown = typeof value === 'string' ? namesIn(value) : value;
			if (Array.isArray(names) && names.every((name) => typeof name === 'string')) {
				return names.map((name) => name.trim()).filter((name) => name !== '');
			}
			const advice = 'Choose fields from the list, or use an expression that returns their names.';
			throw refusal(`'${displayName}' must be a list of field names`, advice);
		},
	};
}

/** Names with commas between them, or a JSON list, as AI models write it. */
function namesIn(text: string): unknown {
	const trimmed = text.trim();
	if (!trimmed.startsWith('[')) return trimmed.split(',');
	try {
		return JSON.parse(trimmed);
	} catch {
		return undefined;
	}
}
