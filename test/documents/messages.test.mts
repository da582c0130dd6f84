import { expect, it } from 'vitest';

import { failures, hints, refusals } from './support/messages.mts';

it('messages are those that were last reviewed, without the words that n8n avoids', async () => {
	const text = `${JSON.stringify([...failures(), ...refusals(), ...hints()], undefined, '\t')}\n`;
	expect(text).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	await expect(text).toMatchFileSnapshot('descriptions/messages.json');
});
