import { UserError, type IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { range } from './range.mts';

/*
 * The little language in which tests tell of a list and a CRM. Three stories:
 *
 *     creates a few where others are known: a1 b1 c1 / b1 c1 → +a
 *     names what was not done (published): a1 b1 / b2 x9 → +a ~b -x | a1 b1 / b2 x9 → ! "a"…was output as created; ~b -x
 *     knows a contact by its address: A: a@x, Ann; B: b@x, Bob / B: b@x, Bob; _: a@x, Kim; C: c@x, Cid! → 2~A
 *
 * A story is a line of `name (settings): given → outcome`. A step after `|` goes on with what the one before remembers,
 * and `2×` are two such steps. Settings are separated by `;`, and hold until a step begins with others. What each means
 * is in a table beside what plays the story. Vitest finds a story by its words: `-t "where others are known"`.
 *
 * `given` is a list, and for Compare and Report also the rows of a CRM: `the list / the rows`. Everybody in it has a
 * code, or `_` for none, and values. In short, `a1` has the code "a" and the name "1", which has one digit, so that it
 * is `30:1` where the code ends in one; `c[0…59]` are c0 to c59 with the name "1". In full, it is
 * `code: value, value; code: value, value`, with a value for each field that the test compares. A row that ends with `!`
 * is marked as removed.
 *
 * `outcome` is `! how an error begins…and goes on; +created ~updated -removed`, and `2~A` of the second row, which had no code.
 */

/** How events are written, before the key. */
export const SIGNS: Record<string, string> = { created: '+', updated: '~', removed: '-' };

const STORY = /^(.+?)(?: \((.+?)\))?: (.*)$/;
const STEP = /^(?:\((.+?)\) )?(?:(\d)× )?(.*?) ?→ ?(.*)$/;
const IN_SHORT = /^(\S+?):?(\d)(!?)$/;

/** The names of the stories of a text, each with its steps. */
export function storiesIn(text: string) {
	return text
		.trim()
		.split('\n')
		.map((line) => {
			const [name = '', first = '', steps = ''] = partsOf(line, STORY);
			let settings = first;
			const inTurn = steps.split(' | ').flatMap((step) => {
				const [others, times = '1', given = '', outcome = ''] = partsOf(step, STEP);
				settings = others ?? settings;
				return range(0, Number(times)).map(() => ({ settings, given, outcome }));
			});
			return [name, inTurn] as const;
		});
}

function partsOf(text: string, pattern: RegExp): Array<string | undefined> {
	const found = pattern.exec(text);
	if (!found) throw new Error(`This is not how a story is written: ${text}`);
	return found.slice(1);
}

function withRanges(text: string, ending = ''): string {
	return text.replace(/(\S*)\[(\d+)…(\d+)\]/g, (_, start: string, from: string, to: string) =>
		range(Number(from), Number(to) + 1)
			.map((index) => `${start}${index}${ending}`)
			.join(' '),
	);
}

interface Person {
	code: string | null;
	values: string[];
	isMarked: boolean;
}

function peopleIn(text: string): Person[] {
	const codeOf = (code: string) => (code === '_' ? null : code);
	if (!text.includes(': ')) {
		const words = withRanges(text, ':1').split(' ').filter(Boolean);
		return words.map((word) => {
			const [code = '', value = '', mark] = partsOf(word, IN_SHORT);
			return { code: codeOf(code), values: [value], isMarked: mark === '!' };
		});
	}
	return text.split('; ').map((one) => {
		const [code = '', values = ''] = partsOf(one, /^(\S+): (.*?)!?$/);
		return { code: codeOf(code), values: values.split(/, ?/), isMarked: one.endsWith('!') };
	});
}

const valuesOf = ({ values }: Person, fields: string[]) =>
	Object.fromEntries(fields.map((field, nth) => [field, values[nth] ?? '']));

/** The records of a list, with its values in these fields. */
export function recordsIn(list: string, fields = ['Name']): DataRecord[] {
	return peopleIn(list).map((one) => ({ Code: one.code, ...valuesOf(one, fields) }));
}

/** How rows say that they are removed. */
export const MARK = { removedField: 'active', removedValue: 'false' };

/** Both sides of `the list / the rows`, and the options for rows that are marked. */
export function listAndRowsIn(text: string, fields?: string[]) {
	const [list = '', crm = ''] = text.split(/(?:^| )\/(?: |$)/);
	return { list: recordsIn(list, fields), ...rowsIn(crm, fields) };
}

/** Where one row is marked, the others say that they are not. */
export function rowsIn(crm: string, fields = ['Name']) {
	const people = peopleIn(crm);
	const isMarking = people.some(({ isMarked }) => isMarked);
	const rows = people.map((one): IDataObject => {
		const mark = isMarking && { active: !one.isMarked };
		return { code: one.code, ...valuesOf(one, fields), ...mark };
	});
	return { rows, marking: isMarking ? MARK : {} };
}

/** An error, as an outcome has it. */
export function saidIn(error: unknown): string {
	if (!(error instanceof UserError)) throw error;
	return `! ${error.message}. ${String(error.description)}`;
}

/** Compares errors, and events in one text, with an outcome. */
export function expectOutcome(found: string[], outcome: string): void {
	const expected = outcome
		.split('; ')
		.filter(Boolean)
		.map((part) => {
			if (!part.startsWith('!')) return withRanges(part);
			const pieces = part.split('…').map((piece) => piece.replace(/[().|]/g, '\\$&'));
			return expect.stringMatching(new RegExp(`^${pieces.join('.*')}`));
		});
	expect(found.filter(Boolean)).toEqual(expected);
}
