import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { unlessItThrows } from '../api/json';
import { userError } from '../errors/userError';

/** The type of a checked value, by the type of its parameter. */
interface Values {
	boolean: boolean;
	multiOptions: string[];
	number: number;
	options: string;
	string: string;
}

type ValueType = keyof Values;
export type ValueOf<Property extends { type: ValueType }> = Values[Property['type']];
/** A parameter as n8n shows it, with the limits of its values. */
export type Property<Type extends ValueType = ValueType> = Omit<
	INodeProperties,
	'name' | 'type'
> & {
	type: Type;
};

export type Option = Property & {
	in: Offered;
	/** Values that apply until the user adds the option: other options, or one in place of the default. */
	unset?: Readonly<Record<string, number>>;
};

/** For each operation and the trigger: `false` if it lacks the option, or what it changes of the option's property. */
export type Offered = Record<OptionUser, Partial<INodeProperties> | false>;

/** The operations, by their values, and the trigger: each offers some of the options. */
export type OptionUser = 'compare' | 'get' | 'getAll' | 'report' | 'search' | 'trigger';

/** Reads one parameter of a node, unchecked. The option `extractValue` is for a resource locator. */
export type GetParameter = (name: string, fallback: unknown, options?: object) => unknown;

export function parametersFor(context: IExecuteFunctions, item: number): GetParameter {
	return (name, fallback, options) => context.getNodeParameter(name, item, fallback, options);
}

const READERS: { [Type in ValueType]: (property: Property, value: unknown) => Values[Type] } = {
	boolean({ displayName }, value) {
		// Databases return 1 and 0.
		if (value === true || value === 'true' || value === 1) return true;
		if (value === false || value === 'false' || value === 0) return false;
		// Reading an unclear flag as false would drop records.
		const advice = 'Turn it on or off, or use an expression that returns true or false.';
		throw userError(`'${displayName}' must be true or false`, advice);
	},

	/** Names; expressions can return them as a list, or as text. */
	multiOptions({ displayName }, value = '') {
		const advice =
			"Choose fields from the list, or use an expression that returns their names. If you don't want to choose fields, remove this option.";
		const list: unknown = typeof value === 'string' ? namesIn(value.trim()) : value;
		if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) {
			throw userError(`'${displayName}' must be a list of field names`, advice);
		}
		const names = list.filter((name) => name !== '');
		// An option that was added and left alone is an empty list. The text "[]" comes from an AI model, and is refused.
		if (names.length > 0 || (list.length === 0 && list === value)) return names;
		throw userError(`'${displayName}' is empty`, advice);
	},

	number({ displayName, typeOptions = {}, default: example }, value) {
		const { minValue: min = 0, maxValue: max = Infinity } = typeOptions;
		// Expressions often return numbers as text.
		const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
		if (typeof number === 'number' && Number.isSafeInteger(number)) {
			if (number >= min && number <= max) return number;
		}
		const range =
			max === Infinity ? `of ${min} or more` : `from ${min} to ${max.toLocaleString('en')}`;
		const advice = `Enter a number, e.g. ${String(example)}, or use an expression that returns one.`;
		throw userError(`'${displayName}' must be a whole number ${range}`, advice);
	},

	options({ displayName, options = [] }, value) {
		const choices = options.filter((choice) => 'value' in choice).map((choice) => choice.value);
		if (typeof value === 'string' && choices.includes(value)) return value;
		const advice = `Choose one of them, or use an expression that returns its value, e.g. "${String(choices[0])}".`;
		throw userError(`'${displayName}' must be one of its choices`, advice);
	},

	string({ displayName }, value) {
		// A flag is written as text, such as in 'Removed Value'.
		if (typeof value === 'boolean') return String(value);
		if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
		const advice = 'Enter text, or use an expression that returns it.';
		throw userError(`'${displayName}' must be text`, advice);
	},
};

/** Checks a value, and reads the forms that expressions, databases and AI models give it, e.g. a number as text. */
export function parameterValue<Type extends ValueType>(
	property: Property<Type>,
	value: unknown,
): Values[Type] {
	return READERS[property.type](property, value);
}

/** Whether a name or a path was entered. */
export function isEntered(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** Names with commas between them, or a JSON list, as AI models write it. */
function namesIn(text: string): unknown {
	if (!text.startsWith('[')) return text.split(',').map((name) => name.trim());
	return unlessItThrows(() => JSON.parse(text));
}
