import { expect } from 'vitest';
import { range } from '../../support/range.mts';

/**
 * The records of a text: `a1` has the code "a" and the name "1", and `_1` no code; `3-5` are `3:1` and `4:1`. Where
 * `a1!` is marked as inactive, the others are active.
 */
export function recordsIn(text: string) {
	const numbers = (_: string, from: string, to: string) =>
		range(Number(from), Number(to))
			.map((code) => `${code}:1`)
			.join(' ');
	const found = text.replace(/(\d+)-(\d+)/g, numbers).matchAll(/(\w+?):?(\d)(!?)(?= |$)/g);
	return [...found].map(([, code = '', Name = '', mark]) => ({
		Code: code === '_' ? null : code,
		Name,
		CreditLimit: 1,
		...(text.includes('!') && { active: mark !== '!' }),
	}));
}

/** What a text promises: errors, which have the sign `!`, only begin so, and an ellipsis stands for what is between. */
export function expectedIn(text: string): unknown[] {
	const parts = text.trim().split(' | ').filter(Boolean);
	return parts.map((part) => {
		if (!part.startsWith('!')) return part;
		const pieces = part.split('…').map((piece) => piece.replace(/[().|]/g, '\\$&'));
		return expect.stringMatching(new RegExp(`^${pieces.join('.*')}`));
	});
}
