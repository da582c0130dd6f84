import { isObject } from '../api/json';

/** What n8n writes for a field that is dragged from the input, e.g. `{{ $json.address['Zip code'] }}`. */
const DRAGGED = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*|\['[^'\\]+'\])+) *\}\}$/;
const NAMES = /(?<=\.)\w+|(?<=\[')[^']+/g;

/**
 * The value of a parameter whose expressions are nothing but fields of the input item, which takes n8n's
 * expressions a hundred times as long: they add up in thousands of items.
 *
 * @returns `undefined` for whatever is left to n8n: other expressions, and values that are not text, number,
 * boolean or null
 */
export function withoutExpressions(parameter: unknown, json: unknown): unknown {
	if (typeof parameter === 'string') {
		if (!parameter.startsWith('=')) return parameter;
		const [, path] = DRAGGED.exec(parameter) ?? [];
		return path === undefined ? undefined : valueAt(path, json);
	}
	if (typeof parameter !== 'object' || parameter === null) return parameter;
	const fields = Object.entries(parameter).map(([name, value]) => [
		name,
		withoutExpressions(value, json),
	]);
	if (fields.some(([, value]) => value === undefined)) return undefined;
	return Array.isArray(parameter) ? fields.map(([, value]) => value) : Object.fromEntries(fields);
}

function valueAt(path: string, json: unknown): unknown {
	let value = json;
	for (const [name] of path.matchAll(NAMES)) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return typeof value === 'object' && value !== null ? undefined : value;
}
