import { isDeeperThan, parseExactly, unlessItThrows } from '../api/json';
import { MAX_LEVELS } from '../api/page';
import { normalized } from '../errors/unicode';
import { hasContent } from './content';
import { isSameText } from './sameText';

/**
 * Whether a row of another system holds the value that the list has, however that system writes it. Ways to write
 * text, numbers, booleans, dates, lists, and nothing at all make no difference, at any depth. What a system loses
 * does, such as leading zeros, digits, or letter case.
 *
 * @param own the value in the list, `undefined` or JSON
 * @param value what the row holds for it
 * @param timeZone of the workflow, as an IANA name, for dates that name none
 */
export function isEqual(own: unknown, value: unknown, timeZone: string): boolean {
	if (own === value) return true;
	const [one, other] = [own, value].map((either) => fromJson(either, MAX_LEVELS));
	return plainText(one) === plainText(other) || new Equality(timeZone).isEqual(one, other);
}

/**
 * The list or object that a text is the JSON of, as in a column of text; any other value as it is. Deeper than
 * `levels`, it stays text.
 */
function fromJson(value: unknown, levels: number): unknown {
	if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
	const json = unlessItThrows(() => parseExactly(value)) ?? value;
	return isDeeperThan(levels, json) ? value : json;
}

const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}]/gu;
/** Without the joiners, an emoji of several comes apart. */
export const INVISIBLE_ALONE = /(?![\s\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/**
 * The text of a value in one normal form: NFC, `\n` for each line end, one space where there are several, none at
 * the ends of lines, and no invisible characters. Lists and objects are their JSON. It is empty for `undefined`, null,
 * and a list or object that holds nothing.
 *
 * @param unseen the characters to leave out
 */
export function plainText(value: unknown, unseen = INVISIBLE): string {
	if (typeof value === 'string') return tidied(value, unseen);
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	return hasContent(value) ? tidied(JSON.stringify(value), unseen) : '';
}

/** What most texts do not have, so they need no second look. European letters are in NFC already. */
const UNUSUAL = /[^ -~\u00c0-\u017f]| {2}|^ | $/;

function tidied(text: string, unseen: RegExp): string {
	if (!UNUSUAL.test(text)) return text;
	// UTF-8 cannot hold half an emoji.
	const whole = text.replace(/\p{Surrogate}/gu, '\ufffd').replace(unseen, '');
	return normalized(whole, 'NFC')
		.replace(/\r\n?/g, '\n')
		.replace(/[^\S\n]+/g, ' ')
		.replace(/ ?\n ?/g, '\n')
		.trim();
}

export const TRUE = /^(?:true|1|yes)$/i;
export const FALSE = /^(?:false|0|no)$/i;

function isMeant(value: boolean, text: string): boolean {
	return (value ? TRUE : FALSE).test(text);
}

/** A value, or a part of one, as it is compared. */
interface Part {
	/** How much there is to look at, without what its own parts have. */
	size: number;
	/** What is neither a list nor an object, and its plain text. */
	value: unknown;
	text: string;
	list: Part[] | undefined;
	/** Those of an object that hold something. */
	fields: Map<string, Part> | undefined;
	/** The same for all that are written alike, in whatever order: the plain text, or what stands for the content. */
	key: string | undefined;
}

const NOTHING = plainPart(undefined);

function plainPart(value: unknown): Part {
	const text = plainText(value);
	const { length: size } = String(value);
	return { size, value, text, list: undefined, fields: undefined, key: text };
}

function isNothing({ key }: Part): boolean {
	return key === '';
}

/**
 * How many times a comparison may look at each character: enough for a list of a hundred dates that are written in
 * another form, and in reverse order. What takes longer counts as different, so it is updated, and named.
 */
const MOST_LOOKS = 50;

const SEPARATORS = [',', ';', '\n'];

/**
 * Compares two values in a time that grows with their length alone. Each part is read once. In lists, those that are
 * written alike are found by their keys, and only the others are looked for, one by one.
 */
class Equality {
	private readonly keys = new Map<string, string>();
	private left = 0;

	constructor(private readonly timeZone: string) {}

	isEqual(own: unknown, value: unknown): boolean {
		return this.isSame(this.read(own, MAX_LEVELS), this.read(value, MAX_LEVELS));
	}

	private read(value: unknown, levels: number): Part {
		const part = this.partOf(fromJson(value, levels), levels);
		this.left += MOST_LOOKS * (1 + part.size);
		return part;
	}

	// Loops, because `map` needs more of the stack.
	private partOf(json: unknown, levels: number): Part {
		if (typeof json !== 'object' || json === null) return plainPart(json);
		if (levels === 0) return plainPart(JSON.stringify(json));
		if (Array.isArray(json)) {
			const list: Part[] = [];
			for (const inner of json) list.push(this.read(inner, levels - 1));
			const key = list.every(isNothing) ? '' : undefined;
			return { ...NOTHING, size: list.length, list, key };
		}
		const fields = new Map<string, Part>();
		for (const [name, inner] of Object.entries(json)) {
			const part = this.read(inner, levels - 1);
			// A field that only one of two has is compared with nothing.
			if (!isNothing(part)) fields.set(name, part);
		}
		return { ...NOTHING, size: fields.size, fields, key: fields.size > 0 ? undefined : '' };
	}

	private keyOf(part: Part): string {
		if (part.key !== undefined) return part.key;
		const keys: string[] = [];
		for (const inner of part.list ?? []) keys.push(this.keyOf(inner));
		for (const [name, inner] of part.fields ?? []) {
			keys.push(`${JSON.stringify(name)}:${this.keyOf(inner)}`);
		}
		// Plain text has none of these two signs.
		const content = `${part.list ? '[' : '{'}${keys.sort().join('\0')}`;
		part.key = this.keys.get(content) ?? `\x01${this.keys.size}`;
		this.keys.set(content, part.key);
		return part.key;
	}

	private isSame(one: Part, other: Part): boolean {
		if (one.key !== undefined && one.key === other.key) return true;
		this.left -= 2 + one.size + other.size;
		if (this.left < 0) return false;
		// Airtable leaves out boxes that are not ticked. In Salesforce, a box that is left out is false.
		if (isNothing(one) || isNothing(other)) return one.value === false || other.value === false;
		if (one.list) return this.isSameList(one.list, other);
		if (other.list) return this.isSameList(other.list, one);
		if (one.fields && other.fields) return this.isSameObject(one.fields, other.fields);
		if (one.fields || other.fields) return false;
		if (typeof one.value === 'boolean') return isMeant(one.value, other.text);
		if (typeof other.value === 'boolean') return isMeant(other.value, one.text);
		return isSameText(one.text, other.text, this.timeZone);
	}

	/** What is no list can be its only element, or text that holds all of them, where none is a list or an object. */
	private isSameList(list: Part[], other: Part): boolean {
		if (other.list) return this.isPaired(list, other.list);
		const [only] = list;
		if (only && list.length === 1) return this.isSame(only, other);
		const { value } = other;
		if (typeof value !== 'string' || list.some((one) => one.list ?? one.fields)) return false;
		return SEPARATORS.some((separator) => {
			return this.isPaired(list, value.split(separator).map(plainPart));
		});
	}

	/** Whatever the order, because a set of choices has none. */
	private isPaired(list: Part[], others: Part[]): boolean {
		if (list.length !== others.length) return false;
		const left = this.without(others, list).reverse();
		for (const one of this.without(list, others)) if (!this.isIn(left, one)) return false;
		return true;
	}

	/** The parts that the other list has not, or not as often. */
	private without(list: Part[], others: Part[]): Part[] {
		const counts = new Map<string, number>();
		const count = (part: Part, step: number) => {
			const key = this.keyOf(part);
			const before = counts.get(key) ?? 0;
			counts.set(key, before + step);
			return before;
		};
		for (const other of others) count(other, 1);
		return list.filter((one) => count(one, -1) <= 0);
	}

	/** Takes it out, and leaves the others in their order. */
	private isIn(left: Part[], one: Part): boolean {
		const passed: Part[] = [];
		for (let other = left.pop(); other; other = left.pop()) {
			if (this.isSame(one, other)) {
				for (const back of passed.reverse()) left.push(back);
				return true;
			}
			passed.push(other);
		}
		return false;
	}

	private isSameObject(fields: Map<string, Part>, others: Map<string, Part>): boolean {
		for (const name of new Set([...fields.keys(), ...others.keys()])) {
			if (!this.isSame(fields.get(name) ?? NOTHING, others.get(name) ?? NOTHING)) return false;
		}
		return true;
	}
}
