import { UserError, type IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import { range } from './range.mts';

/** How events are written, before the key. */
export const SIGNS: Record<string, string> = { created: '+', updated: '~', removed: '-' };

const STORY = /^(.+?)(?: \((.+?)\))?: (.*)$/;
const PATH_STEP = /^(?:\((.+?)\) )?(?:(\d)× )?(.*?) ?→ ?(.*)$/;

/**
 * The stories of a text, a line each: `name (settings): given → outcome | 2× given → outcome`. Settings hold until a step
 * begins with others, and `2×` are two such steps.
 */
export function storiesIn(text: string) {
	return text
		.trim()
		.split('\n')
		.map((line) => {
			const [name = '', first = '', steps = ''] = partsOf(line, STORY);
			let settings = first;
			const inTurn = steps.split(' | ').flatMap((step) => {
				const [others, times = '1', given = '', outcome = ''] = partsOf(step, PATH_STEP);
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

/** `c[0…59]` are c0 to c59. */
function inFull(text: string, ending = ''): string {
	return text.replace(/(\S*)\[(\d+)…(\d+)\]/g, (_, start: string, from: string, to: string) =>
		range(Number(from), Number(to) + 1)
			.map((index) => `${start}${index}${ending}`)
			.join(' '),
	);
}

/**
 * The records of a text: `a1` or `a:1` has the code "a" and the name "1", and `_1` no code; `c[0…59]` have the name "1".
 * Where `a1!` is marked as inactive, the others are active.
 */
export function recordsIn(text: string) {
	const found = inFull(text, ':1').matchAll(/(\S+?):?(\d)(!?)(?=\s|$)/g);
	return [...found].map(([, code = '', Name = '', mark]) => ({
		Code: code === '_' ? null : code,
		Name,
		...(text.includes('!') && { active: mark !== '!' }),
	}));
}

/** How rows say that they are inactive. */
export const MARK = { removedField: 'active', removedValue: 'false' };

/** The records and the rows of `the list / the rows`, and the options for rows that are marked. */
export function listAndRowsIn(text: string) {
	const [list = '', crm = ''] = text.split('/');
	const rows = recordsIn(crm).map(({ Code, ...fields }): IDataObject => ({
		code: Code,
		...fields,
	}));
	const marking = crm.includes('!') ? MARK : {};
	return { list: recordsIn(list), rows, marking };
}

/** An error, as an outcome has it. */
export function saidIn(error: unknown): string {
	if (!(error instanceof UserError)) throw error;
	return `! ${error.message}. ${String(error.description)}`;
}

/**
 * Compares errors, and events in one text, with an outcome such as `! an error; +a ~b -c`. Of an error, it is how that
 * begins, and an ellipsis stands for what is between.
 */
export function expectOutcome(found: string[], outcome: string): void {
	const expected = outcome
		.split('; ')
		.filter(Boolean)
		.map((part) => {
			if (!part.startsWith('!')) return inFull(part);
			const pieces = part.split('…').map((piece) => piece.replace(/[().|]/g, '\\$&'));
			return expect.stringMatching(new RegExp(`^${pieces.join('.*')}`));
		});
	expect(found.filter(Boolean)).toEqual(expected);
}
