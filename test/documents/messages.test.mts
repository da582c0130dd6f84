import { expect, it } from 'vitest';
import { allFailures } from '../support/everyFailure.mts';
import { failures, hints, refusals } from './support/messages.mts';

it('messages are those that were last reviewed, without the words that n8n avoids', async () => {
	const shown = hints().map(({ notes: _notes, ...rest }) => rest);
	const text = `${JSON.stringify([...failures(), ...refusals(), ...shown], undefined, '\t')}\n`;
	// But for the names of n8n's own setting.
	const own = text.replace(/'(?:On Error|Continue \(using error output\))'/g, '');
	expect(own).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	await expect(text).toMatchFileSnapshot('messages.json');
});

/** Ends with a full stop, and has more than one word. */
const SENTENCES = /^\S.* .*\.$/s;

it('every message and hint says in whole sentences what to do', () => {
	const failed = allFailures().map(({ message, advice }) => ({ message, description: advice }));
	const advised = hints().filter(({ kind }) => kind === 'advice');
	const told = [...failed, ...refusals(), ...advised.flatMap(({ notes }) => notes)];
	for (const { message, description } of told) expect(description, message).toMatch(SENTENCES);
	for (const { notes, hints: shown } of advised) {
		const ends = notes.map(({ description }) => description);
		for (const { message } of shown) {
			const shownAs = message.replaceAll('\n', ' ');
			expect(ends.some((end) => shownAs.endsWith(`. ${end}`))).toBe(true);
		}
	}
});

it('a summary of Compare is information alone', () => {
	const informing = hints().filter(({ kind }) => kind === 'information');
	expect(informing).not.toEqual([]);
	for (const { notes } of informing) {
		for (const { message, description } of notes) {
			expect(message).toMatch(
				/^\d+ contacts? compared with \d+ records?( \(\d+ left out by 'Only Records With'\))?: /,
			);
			// What differs stands below.
			expect(description).toMatch(/^(?:\n|$)/);
		}
	}
});
