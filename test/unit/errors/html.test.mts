import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { asHtml, withoutTags } from '../../../nodes/CustomerData/errors/html';
import { law } from '../../support/law.mts';
import { NASTY_TEXTS } from '../../support/nasty.mts';

const markup = fc.constantFrom(
	'<',
	'>',
	'&',
	'&lt;',
	'&#60;',
	'</a>',
	'<img src=x>',
	'AT&T',
	"'",
	'&REG',
	'&lt',
);
const text = fc
	.array(fc.oneof(markup, fc.string()), { maxLength: 8 })
	.map((parts) => parts.join(''));

describe('what others wrote', () => {
	law('reads in HTML as it was written', { of: [text] }, (written) => {
		const html = asHtml(written);
		expect(html).not.toContain('<');
		const [read] = parseFragment(html).childNodes;
		expect(read && 'value' in read ? read.value : '').toBe(written);
		if (!/[<&]/.test(written)) expect(html).toBe(written);
	});

	law(
		'reads as it was written, and has no tag, where HTML may not be escaped',
		{ of: [text] },
		(written) => {
			const safe = withoutTags(written);
			expect(safe).not.toMatch(/<[a-z/!?]/i);
			expect(safe.replaceAll('\u200b', '')).toBe(written.replaceAll('\u200b', ''));
			if (!written.includes('<')) expect(safe).toBe(written);
		},
	);

	it('takes no longer than its length', () => {
		for (const written of NASTY_TEXTS) {
			expect(asHtml(written)).not.toContain('<');
			expect(withoutTags(written)).not.toMatch(/<[a-z/!?]/i);
		}
	});
});
