import { describe, expect, it } from 'vitest';

import { type Failure, FAILURES } from '../../nodes/CustomerData/api/failures';
import type { Fault } from '../../service/server.mts';
import { type Outcome, readCustomers } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';
import { withoutJitter } from './support/time.mts';

const RECORDS = 200;
/** Records that stand on one page alone: each page begins with the last two records of the one before. */
const PLACES = { first: 0, second: 60, middle: 110, last: 196 };
const WINDOWS = [1, 4, 16];

const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

interface Row {
	fault: string;
	apply: Fault[];
	name: Failure['name'];
	/** What tells the message, or what to do, from those of other rows. */
	says: string;
}

const row = (fault: string, apply: Fault[], name: Failure['name'], says = ''): Row => {
	return { fault, apply, name, says };
};
const envelope = (set: Record<string, unknown>): Fault[] => [{ kind: 'envelope', set }];
const headers = (set: Record<string, string | string[] | null>): Fault[] => [
	{ kind: 'headers', set },
];
const status = (status: number, more: object = {}): Fault[] => [
	{ kind: 'status', status, ...more },
];
const body = (body: unknown[] | string): Fault[] => [{ kind: 'body', body }];
const records = (Payload: unknown) => envelope({ Payload });

/** What may pass. */
const TRANSIENT: Row[] = [
	...[408, 500, 502, 503, 504].map((code) =>
		row(`status ${code}`, status(code), 'unavailable', `(status ${code})`),
	),
	row('status 407', status(407), 'proxyFailed', '(status 407)'),
	row('status 429', status(429), 'status429', '(status 429)'),
	row('a reset connection', [{ kind: 'reset' }], 'connectionLost', 'ECONNRESET'),
	row('a body that is cut off', [{ kind: 'cut' }], 'connectionLost'),
	row('no response', [{ kind: 'hang' }], 'timedOut', '0.25 seconds'),
	row('a body that never ends', [{ kind: 'drip' }], 'timedOut', '0.25 seconds'),
	row('a web page', body('<!doctype html><h1>Sign in</h1>'), 'notJson', 'a web page'),
	row('an empty body', body(''), 'notJson', 'an empty response'),
	row('half an envelope', body('{"IsSuccess": true, "Payload": [{}'), 'notJson', 'not JSON'),
	row(
		'bytes that are no UTF-8',
		[...records([{ Name: 'Zoë' }]), { kind: 'encoding', as: 'latin1' }],
		'notJson',
		'not UTF-8',
	),
	...['gzip', 'deflate', 'br'].map((encoding) =>
		row(
			`a body that is not compressed with ${encoding}, as declared`,
			headers({ 'content-encoding': encoding }),
			'notJson',
			'not compressed as declared',
		),
	),
];

const CLOSED = 'The service says: "Closed for stocktaking".';
const NO_LIST = 'a "Payload" that is not a list of records';
const AN_HOUR = 'The service asks to wait 3,600 seconds';

/** What another request does not mend, or not soon. */
const LASTING: Row[] = [
	row(
		'`IsSuccess: false` with messages',
		envelope({ IsSuccess: false, ErrorMessages: ['Closed for', 'stocktaking'] }),
		'refused',
		CLOSED,
	),
	...[['Closed for stocktaking'], 'Closed for stocktaking'].map((ErrorMessages) =>
		row(`a message in a ${typeof ErrorMessages}`, envelope({ ErrorMessages }), 'refused', CLOSED),
	),
	row('a list without an envelope', body([{ Code: 'X' }]), 'notAPage', '"IsSuccess": true'),
	row('`Payload` null', records(null), 'notAPage', NO_LIST),
	row('`Payload` an object', records({ Code: 'X' }), 'notAPage', NO_LIST),
	row('`Payload` with a null in it', records([{ Code: 'X' }, null]), 'notAPage', NO_LIST),
	...[null, 'soon', '-50', '0', '99999', '1', '9007199254740993'].map((next) =>
		row(
			`more with \`x-page-next: ${next}\``,
			headers({ 'x-page-more': 'true', 'x-page-next': next }),
			'notAPage',
			`x-page-next: ${next ?? 'missing'}`,
		),
	),
	row(
		'`x-page-more` that contradicts itself',
		headers({ 'x-page-more': ['true', 'false'] }),
		'notAPage',
		'x-page-more: true, false',
	),
	row('more, and no records', [{ kind: 'empty' }], 'notAPage', 'an empty page'),
	row('more than 50 records', [{ kind: 'surplus', records: 1 }], 'notAPage', '51 records'),
	...[202, 204, 206, 304, 501].map((code) =>
		row(`status ${code}`, status(code, { body: '' }), 'unexpected', `(status ${code})`),
	),
	row('status 401', status(401), 'status401', '(status 401)'),
	row('status 403', status(403), 'status403', 'GetCustomers (status 403)'),
	row('status 404', status(404), 'status404', 'GetCustomers (status 404)'),
	row('status 418', status(418), 'rejected', '(status 418)'),
	row('a redirect', [{ kind: 'redirect', to: '/rest/v2/X' }], 'redirected', '"/rest/v2/X"'),
	row('a wait of an hour', status(429, { retryAfter: 3600 }), 'status429', AN_HOUR),
	row('a wait until in an hour', status(503, { retryAfterDate: 3600 }), 'unavailable', AN_HOUR),
];

/** Each row with the next place and the next window: in twelve rows, every place meets every window. */
function inTurn(rows: Row[]) {
	const places = Object.entries(PLACES);
	return rows.map((row, index) => {
		const [place = '', offset = 0] = places[index % places.length] ?? [];
		return { ...row, place, offset, window: WINDOWS[index % WINDOWS.length] ?? 1 };
	});
}

/** @returns how often the record at the offset was asked for, too */
async function read(faults: Fault[], at: { offset: number; window: number }, more = {}) {
	service().setFaults(faults.map((fault) => ({ ...fault, offset: at.offset })));
	const options = { timeout: 10_000, parallelRequests: at.window, ...more };
	const outcome = await readCustomers(service(), options);
	expect(outcome.saved).not.toContain(service().apiKey);
	const holding = service().requests.filter(
		({ offset = 0, limit = 0 }) => offset <= at.offset && at.offset < offset + limit,
	);
	return { ...outcome, requests: holding.length };
}

const list = () => service().lists.GetCustomers.page(0, RECORDS);

/** For a response that never comes, the test waits. */
const timeoutFor = ({ name }: Pick<Row, 'name'>) => (name === 'timedOut' ? { timeout: 250 } : {});

/** Until pages have overlapped, the page that x-page-next names is requested where the other fails. */
const furtherRequests = (place: string) => (place === 'second' ? 1 : 0);

/** The words of the failure, up to what they leave open. */
const startOf = ({ name }: Row) => new RegExp(`^${FAILURES[name].message.split('{')[0]}`);

function expectMessage({ error, items }: Outcome, row: Row, offset: number): void {
	const description = error?.description ?? '';
	expect(error?.message).toMatch(startOf(row));
	expect(`${error?.message} ${description}`).toContain(row.says);
	expect(items).toEqual([]);
	const place = Number(/\(GetCustomers, offset (\d+)(, \w+)?\)$/.exec(description)?.[1]);
	expect(place).toBeLessThanOrEqual(offset);
	expect(place).toBeGreaterThan(offset - 50);
}

describe('a fault that may pass', () => {
	it.each(inTurn(TRANSIENT))(
		'loses no record when it passes: $fault, on the $place page, window $window',
		async ({ apply, ...row }) => {
			const once = apply.map((fault) => ({ ...fault, times: 1 }));
			const { records, error, hints } = await read(once, row, timeoutFor(row));
			expect(error).toBeUndefined();
			expect(records).toEqual(list());
			expect(hints).toEqual(['1 request was retried.']);
		},
	);

	it.each(inTurn(TRANSIENT))(
		'ends with one message after all retries when it stays: $fault, on the $place page, window $window',
		async (row) => {
			const outcome = await read(row.apply, row, { maxRetries: 1, ...timeoutFor(row) });
			expectMessage(outcome, row, row.offset);
			expect(outcome.requests).toBe(2 + furtherRequests(row.place));
		},
	);
});

describe('a fault that does not pass', () => {
	it.each(inTurn(LASTING))(
		'ends with one message at once: $fault, on the $place page, window $window',
		async (row) => {
			const outcome = await read(row.apply, row);
			expectMessage(outcome, row, row.offset);
			expect(outcome.requests).toBe(1 + furtherRequests(row.place));
		},
	);
});

describe('the test of the credential', () => {
	const ofPages = ['notAPage', 'notJson', 'timedOut'];
	const rows = [...TRANSIENT, ...LASTING].filter(({ name }) => !ofPages.includes(name));

	it.each(rows)('says of Ping what the node says of a page: $fault', async (row) => {
		service().setFaults(row.apply.map((fault) => ({ ...fault, on: 'Ping' })));
		const sentence = await testCredential(credentialFor(service()));
		expect(sentence).toMatch(startOf(row));
		expect(sentence).toContain(row.says.replace('GetCustomers', 'Ping'));
	});
});

it('reads on where x-page-more: true comes twice', async () => {
	const twice = headers({ 'x-page-more': ['true', 'true'] });
	const { records } = await read(twice, { offset: PLACES.middle, window: 4 });
	expect(records).toEqual(list());
});
