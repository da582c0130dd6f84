import type { JsonValue } from '../../nodes/CustomerData/api/page';
import { range } from './range.mts';
import { runs } from './seed.mts';

/** Characters: what takes their square takes minutes. Mutation testing, which tries each text often, takes few. */
export const LENGTH = Math.min(runs(1_000_000), 100_000);

/** What regular expressions and recursions go by. */
const PIECES = [
	...['a', 'A', '0', '1', '.', '0.', '1e', '+', '-', '1-', '12 ', 'a1/', '(0)', '1,', '1T'],
	...[' ', ' \n', '\r\n', '\u00a0', '\u200b', '\0', ',', 'a;', 'a,b;c\n', '"a",', '[1],'],
	...['"', '\\', '\\"', '[', '{"a":', '(', '<', '<a', '>', '&', '&a', '&lt;', '%4', '\\u'],
	...['@', 'a@', 'k', 'key-', 'Σ.', 'é', 'e\u0301', '\u0301', '\u0316\u0301', '\uff9e\u0301'],
	...['한', 'İ', '’', '😀', '\ud83d'],
];

/** What stands around them, so that all of it is looked at before it turns out to be something else. */
const FRAMES = [
	['', ''],
	['', '!'],
	['0.', '1'],
	['a@', '<'],
	['2024-03-02T00:00:00.', 'Z'],
] as const;

/** Texts that somebody could type. */
export const NASTY_TEXTS = PIECES.flatMap((piece) => {
	const text = piece.repeat(LENGTH / piece.length);
	return FRAMES.map(([before, after]) => before + text + after);
});

/** Each piece, but not in each frame. */
export const SOME_NASTY_TEXTS = NASTY_TEXTS.filter((_, nth) => nth % 3 === 0);

/** As deep as a record may be. */
const DEEP = 900;
/** Deeper than the stack. */
const DEEPER = 0.15 * LENGTH;

const nested = (levels: number, core: string, open = '[', close = ']') =>
	open.repeat(levels) + core + close.repeat(levels);

/** JSON as text in JSON, at any depth. */
const nestedText = () => {
	let text = '1';
	while (text.length < LENGTH) text = nested(DEEP, JSON.stringify(text));
	return text;
};

const thousands = <Value,>(make: (nth: number) => Value) => range(0, 0.03 * LENGTH).map(make);
const day = (nth: number) => new Date(nth * 86_400_000).toISOString().slice(0, 10);

/** Lists, objects, and texts that hold some. */
export const NASTY_VALUES: JsonValue[] = [
	thousands((nth) => `a${nth}`),
	thousands((nth) => `a${nth}`).join(','),
	JSON.stringify(thousands((nth) => `a${nth}`)),
	thousands((nth) => nth),
	thousands((nth) => nth).join(';'),
	thousands((nth) => `${nth}.50`),
	thousands(day),
	thousands((nth) => `${day(nth)}T00:00:00Z`),
	thousands((nth) => `${day(nth)}T00:00:00.000+0000`).join('\n'),
	thousands((nth) => `C${nth}@Example.com`),
	thousands((nth) => `+49 30 ${1e6 + nth}`),
	thousands((nth) => [nth, [nth + 1]]),
	thousands((nth) => ({ id: nth, name: `a${nth}`, on: nth % 2 === 0 })),
	thousands(() => null),
	thousands(() => false),
	[thousands((nth) => nth % 2 === 0)],
	['0.'.padEnd(LENGTH, '0'), 'a'],
	Object.fromEntries(thousands((nth) => [`f${nth}`, nth])),
	JSON.stringify(Object.fromEntries(thousands((nth) => [`f${nth}`, String(nth)]))),
	...['1', '"a,b;c"'].flatMap((core): JsonValue[] => [
		nested(DEEP, core),
		nested(DEEPER, core),
		nested(DEEP, core, '{"a":', '}'),
		nested(DEEPER, core, '{"a":', '}'),
		nested(DEEP, core, '[', ',2]'),
		JSON.parse(nested(DEEP, core)),
		JSON.parse(nested(DEEP, core, '[', ',["b;c"]]')),
		JSON.parse(nested(DEEP / 2, core, '{"a":[', '],"b":"x,y"}')),
	]),
	nestedText(),
	JSON.parse(nestedText()),
	'[1,'.repeat(0.3 * LENGTH),
	`[${'"\\"[1]\\"",'.repeat(0.1 * LENGTH)}1]`,
];

/** The same in another order, as far as that does not count. */
export function reordered(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(reordered).reverse();
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([name, inner]) => [name, reordered(inner)] as const);
	return Object.fromEntries(fields.reverse());
}
