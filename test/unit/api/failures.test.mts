import { describe, expect, it } from 'vitest';

import { type Failure, failure, timedOut } from '../../../nodes/CustomerData/api/failures';
import { status } from '../support/failures.mts';

describe('a failure', () => {
	it('fills the gaps in its words with text as it is', () => {
		expect(failure('notPong', { fill: "$&$' {time}" }).message).toBe(
			"The service returned $&$' {time} instead of Pong",
		);
		expect(failure('notAPage', { fill: 'nothing' }).advice).toMatch(/^It returned nothing\. /);
	});

	it.each([
		[250, '0.25 seconds'],
		[1_000, '1 second'],
		[30_000, '30 seconds'],
		[3_600_000, '3,600 seconds'],
	])('names the time after which it gave up: %d ms are %s', (milliseconds, time) => {
		expect(timedOut(milliseconds).message).toBe(`The service did not respond within ${time}`);
	});
});

describe('the failure of a status', () => {
	it.each<[Failure['name'], number[]]>([
		['status401', [401]],
		['status403', [403]],
		['status404', [404]],
		['rejected', [400, 402, 405, 410, 418, 422, 499]],
		['unexpected', [100, 201, 204, 206, 304, 399, 501, 505, 600]],
	])('is %s, for good, for %j', (name, codes) => {
		const found = codes.map((code) => status(code, 5_000));
		for (const one of found) expect(one).toMatchObject({ name, isTransient: false });
		expect(found.map((one) => [one.status, one.retryAfter])).toEqual(
			codes.map((code) => [code, undefined]),
		);
	});

	it.each<[Failure['name'], number[]]>([
		['proxyFailed', [407]],
		['status429', [429]],
		['unavailable', [408, 500, 502, 503, 504]],
	])('is %s, which may pass, for %j', (name, codes) => {
		for (const code of codes) {
			expect(status(code, 5_000)).toMatchObject({ name, isTransient: true, retryAfter: 5_000 });
		}
	});

	it('names the operation and the status, and quotes the service', () => {
		expect(status(404)).toMatchObject({
			message: 'The service has no operation named GetCustomers (status 404)',
			quote: { by: 'The service says', text: 'Closed today' },
		});
	});

	it.each([
		[61_000, '61 seconds'],
		[86_400_000, '86,400 seconds'],
	])('says that nobody waits that long: %d ms are %s', (retryAfter, time) => {
		expect(status(503, retryAfter).advice).toMatch(`The service asks to wait ${time}, and n8n`);
	});

	it.each([0, 1_000, 60_000])('says nothing of a wait of %d ms, which is granted', (wait) => {
		expect(status(503, wait)).toEqual({ ...status(503), ...(wait && { retryAfter: wait }) });
	});
});
