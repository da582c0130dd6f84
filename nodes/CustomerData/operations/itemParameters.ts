import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../api/json';
import type { GetParameter } from '../parameters/values';

/** Gives the value of a parameter for an input item; `undefined` where only n8n can. */
type ForItem = (json: unknown) => unknown;

/**
 * Reads the parameters of a node for one input item after the other. n8n's expressions take a hundred times
 * as long as what most of them ask for, a field of the item, and that adds up in thousands of items.
 */
export class ItemParameters {
	private readonly known = new Map<string, ForItem>();

	constructor(private readonly context: Pick<IExecuteFunctions, 'getNodeParameter'>) {}

	/** @param json of the input item with this index */
	of(item: number, json: IDataObject): GetParameter {
		return (name, fallback, options) => {
			const read = (more?: object) =>
				this.context.getNodeParameter(name, item, fallback, { ...options, ...more });
			let forItem = this.known.get(name);
			if (!forItem) {
				const parameter: unknown = read({ rawExpressions: true });
				// With options, n8n makes something else of it.
				forItem = options ? constant(isFixed(parameter) ? read() : undefined) : readerOf(parameter);
				this.known.set(name, forItem);
			}
			const value = forItem(json);
			return value === undefined ? read() : value;
		};
	}
}

/** What n8n writes for a field that is dragged from the input, e.g. `{{ $json.address['Zip code'] }}`. */
const DRAGGED = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*|\['[^'\\]+'\])+) *\}\}$/;
const NAMES = /(?<=\.)\w+|(?<=\[')[^']+/g;

/**
 * Reads what users entered: a fixed value, or a field that they dragged. Leaves to n8n whatever else is an
 * expression, or has a value that is not text, number, boolean or null.
 */
export function readerOf(parameter: unknown): ForItem {
	if (isFixed(parameter)) return constant(parameter);
	if (!isContainer(parameter)) {
		const [, path] = DRAGGED.exec(String(parameter)) ?? [];
		const names = path?.match(NAMES);
		return (json) => names && valueAt(names, json);
	}
	const fields = Object.entries(parameter).map(([name, value]) => [name, readerOf(value)] as const);
	return (json) => {
		const values: Record<string, unknown> = {};
		for (const [name, forItem] of fields) {
			const value = forItem(json);
			if (value === undefined) return undefined;
			values[name] = value;
		}
		return Array.isArray(parameter) ? Object.values(values) : values;
	};
}

function isFixed(parameter: unknown): boolean {
	if (isContainer(parameter)) return Object.values(parameter).every(isFixed);
	return typeof parameter !== 'string' || !parameter.startsWith('=');
}

function isContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

function constant(value: unknown): ForItem {
	return () => value;
}

function valueAt(path: string[], json: unknown): unknown {
	let value = json;
	for (const name of path) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return isContainer(value) ? undefined : value;
}
