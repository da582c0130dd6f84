import { expect, it } from 'vitest';

import { readRetryAfter } from '../../../nodes/CustomerData/transport/retryAfter';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

it.each<[string | undefined, number | undefined]>([
	['0', 0],
	['120', 120_000],
	['2147483649', 2_147_483_648_000],
	['9'.repeat(400), 2_147_483_648_000],
	['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
	['Thu, 01 Jan 2026 11:00:00 GMT', 0],
	['soon', undefined],
	['12abc', undefined],
	['1 Jan 2026 12:00:30 GMT', undefined],
	['', undefined],
	['-5', undefined],
	[undefined, undefined],
])('reads Retry-After: %s as %s milliseconds', (text, milliseconds) => {
	expect(readRetryAfter(text, now)).toBe(milliseconds);
});
