import { expect, it } from 'vitest';
import { failure, type Failure } from '../../../nodes/CustomerData/errors/failures';
import { status } from '../../support/everyFailure.mts';

it('fills the gaps in its words with text as it is', () => {
	const { message, advice } = failure('notAPage', { fill: "$&$' {time}" });
	expect(message + advice).toContain("It returned $&$' {time}. ");
});

it.each<[Failure['name'], boolean, number[]]>([
	['proxyFailed', true, [407]],
	['notAccepted', false, [400, 402, 405, 410, 418, 422, 499]],
	['unauthorized', false, [401]],
	['forbidden', false, [403]],
	['unknownOperation', false, [404]],
	['rateLimited', true, [429]],
	['unavailable', true, [408, 500, 502, 503, 504]],
	['unexpected', false, [100, 201, 204, 206, 304, 399, 501, 505, 600]],
])('is %s, which may pass: %s, for the statuses %j', (name, isTransient, codes) => {
	for (const code of codes) {
		const found = status(code, 5_000);
		expect(found).toMatchObject({ name, isTransient, status: code });
		expect(found.retryAfter).toBe(isTransient ? 5_000 : undefined);
	}
});

it.each([
	[61_000, '2 minutes'],
	[600_000, '10 minutes'],
	[7_200_000, '120 minutes'],
	[7_201_000, '3 hours'],
])('says how long to wait where the service asks for %d milliseconds', (wait, later) => {
	for (const code of [429, 503]) expect(status(code, wait).advice).toContain(` in ${later}.`);
});
