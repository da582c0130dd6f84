import { expect, it } from 'vitest';
import { failures, hints, refusals } from './support/messages.mts';

it('messages are those that were last reviewed, without the words that n8n avoids', async () => {
	const text = `${JSON.stringify([...failures(), ...refusals(), ...hints()], undefined, '\t')}\n`;
	// But for the names of n8n's own setting.
	const own = text.replace(/'(?:On Error|Continue \(using error output\))'/g, '');
	expect(own).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	await expect(text).toMatchFileSnapshot('descriptions/messages.json');
});
