import { Readable } from 'node:stream';

import type { Interceptor } from 'nock';
import { describe, expect, it } from 'vitest';

import { type Failure, failure } from '../../nodes/CustomerData/api/failures';
import { whatToDo } from '../../nodes/CustomerData/nodeErrors';
import { type Answer, answerTo } from '../../service/answer.mts';
import { RecordList } from '../../service/recordList.mts';
import { credential, expected, sendsExactlyWhatIsExpected } from './support/expected.mts';
import {
	expectMessage,
	inEachPlace,
	OFFSETS,
	RECORDS,
	type Setting,
	startOf,
} from './support/faultTable.mts';
import { runNode } from './support/runNode.mts';
import { testCredential } from './support/testCredential.mts';
import { withoutJitter } from './support/time.mts';

sendsExactlyWhatIsExpected();
withoutJitter();

const operation = 'GetCustomers';
const list = new RecordList((index) => ({ Code: `C${index}` }), RECORDS);
const pageAt = (offset: number) => answerTo({ operation, list, offset, limit: 50 });

/** Has the request answered in a wrong way, given the right answer. */
type Fault = (request: Interceptor, right: Answer) => unknown;
type Row = [fault: string, name: Failure['name'], fault: Fault];

function reply(request: Interceptor, { status, headers, body }: Answer): void {
	const raw = Object.entries(headers).flatMap(([name, values]) =>
		[values].flat().flatMap((value) => [name, value]),
	);
	request.reply(status, body instanceof Buffer ? body : JSON.stringify(body), raw);
}

const status =
	(code: number, headers = {}): Fault =>
	(request) =>
		request.reply(code, '', headers);
/** Fails the request with one of Node's codes, before there is a response. */
const lost =
	(code: string): Fault =>
	(request) =>
		request.replyWithError(Object.assign(new Error('Said by Node'), { code }));
/** Sends the start of a body, and nothing more. */
const begun: Fault = (request) =>
	request.reply(200, () => {
		const body = new Readable({ read() {} });
		body.push(' ');
		return body;
	});
const text =
	(body: string | Buffer): Fault =>
	(request, { headers }) =>
		request.reply(200, body, headers);
const envelope =
	(change: object): Fault =>
	(request, right) =>
		reply(request, { ...right, body: { ...Object(right.body), ...change } });
const headers =
	(change: Answer['headers']): Fault =>
	(request, right) =>
		reply(request, { ...right, headers: { ...right.headers, ...change } });
/** @param ahead records after the offset that was requested */
const nextAt =
	(ahead: number, more: string): Fault =>
	(request, right) =>
		headers({ 'x-page-more': more, 'x-page-next': String(offsetOf(right) + ahead) })(
			request,
			right,
		);

function offsetOf({ body }: Answer): number {
	const [{ Code }] = Object(body).Payload;
	return Number(Code.slice(1));
}

const TRANSIENT: Row[] = [
	['status 407', 'proxyFailed', status(407)],
	['status 429', 'status429', status(429)],
	...[408, 500, 502, 503, 504].map((code): Row => [`status ${code}`, 'unavailable', status(code)]),
	['a reset connection', 'connectionLost', lost('ECONNRESET')],
	['a refused connection', 'hostNotReached', lost('ECONNREFUSED')],
	['a host that is not found', 'hostNotFound', lost('ENOTFOUND')],
	['no response', 'timedOut', (request) => request.delay(10_000).reply(200)],
	['a body that never ends', 'timedOut', begun],
	['a web page', 'notJson', text('<!doctype html><h1>Sign in</h1>')],
	['half a page', 'notJson', text('{"IsSuccess": true, "Payload": [')],
	['an empty body', 'notJson', text('')],
	[
		'bytes that are no UTF-8',
		'notJson',
		text(Buffer.from('{"IsSuccess": true, "Payload": [{"Name": "Zoë"}]}', 'latin1')),
	],
];

const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();

const LASTING: Row[] = [
	['`IsSuccess: false`', 'refused', envelope({ IsSuccess: false, ErrorMessages: ['Closed'] })],
	['messages beside records', 'refused', envelope({ ErrorMessages: ['Closed'] })],
	['JSON that is not a list of records', 'notAPage', envelope({ Payload: [[]] })],
	['more records than requested', 'notAPage', envelope({ Payload: Array(51).fill({}) })],
	['no next offset', 'notAPage', headers({ 'x-page-more': 'true', 'x-page-next': [] })],
	[
		'an unreadable next offset',
		'notAPage',
		headers({ 'x-page-more': 'true', 'x-page-next': 'soon' }),
	],
	[
		'a next offset that is not ahead',
		'notAPage',
		headers({ 'x-page-more': 'true', 'x-page-next': '0' }),
	],
	['a next offset too far ahead', 'otherPage', nextAt(51, 'true')],
	['a last page that names an offset too far ahead', 'otherPage', nextAt(900, 'false')],
	['a response from a cache', 'cached', headers({ age: '30', vary: 'accept-encoding' })],
	...[202, 204, 206, 304, 501].map((code): Row => [`status ${code}`, 'unexpected', status(code)]),
	['status 401', 'unauthorized', status(401)],
	['status 403', 'forbidden', status(403)],
	['status 404', 'unknownOperation', status(404)],
	['a redirect', 'redirected', status(302, { location: 'https://elsewhere.example/X' })],
	['an expired certificate', 'badCertificate', lost('CERT_HAS_EXPIRED')],
	['a wait of an hour', 'status429', status(429, { 'retry-after': '3600' })],
	['a wait until in an hour', 'unavailable', status(503, { 'retry-after': inAnHour })],
];

/** The requests of a read in which a page fails so often, and then comes. */
function expectRecovery({ offset, parallel }: Setting, fault: Fault, times: number): void {
	expectFault(offset, fault, times);
	expectPages(OFFSETS);
	if (parallel > 1) allowAfter(RECORDS, parallel);
}

/** The requests of a read in which a page fails each time. */
function expectEnd({ offset, parallel }: Setting, fault: Fault, times: number): void {
	expectFault(offset, fault, times);
	expectPages(OFFSETS.filter((at) => at < offset));
	if (parallel > 1) allowAfter(offset, parallel);
}

const at = (offset: number) => expected(operation, { 'x-page-offset': String(offset) });

function expectFault(offset: number, fault: Fault, times: number): void {
	for (let nth = 0; nth < times; nth++) fault(at(offset), pageAt(offset));
}

function expectPages(offsets: number[]): void {
	for (const offset of offsets) reply(at(offset), pageAt(offset));
}

/** Pages that nobody knows yet to be of no use are requested early. */
function allowAfter(offset: number, times: number): void {
	const early = expected(operation).matchHeader('x-page-offset', (text) => Number(text) > offset);
	reply(early.optionally().times(times), pageAt(RECORDS));
}

async function read(name: Failure['name'], parallelRequests: number, more = {}) {
	// Of a response that never comes, the test waits for the end.
	const timeout = name === 'timedOut' ? { timeout: 250 } : {};
	const options = { parallelRequests, ...timeout, ...more };
	const parameters = { resource: 'customer', operation: 'getAll', returnAll: true, options };
	const outcome = await runNode({ credential, parameters });
	expect(outcome.saved).not.toContain(credential.apiKey);
	return outcome;
}

describe.each(inEachPlace(TRANSIENT))('%s', (_, name, fault, setting) => {
	const where = `the ${setting.page} page, ${setting.parallel} at a time`;

	it(`loses no record when it passes: ${where}`, async () => {
		const times = name === 'timedOut' ? 1 : 2;
		expectRecovery(setting, fault, times);
		const { records, error, hints } = await read(name, setting.parallel);
		expect(error).toBeUndefined();
		expect(records).toEqual(list.page(0, RECORDS));
		expect(hints).toEqual([expect.stringMatching(`^${times} requests? w`)]);
	});

	it(`ends the read with one message after all retries when it stays: ${where}`, async () => {
		expectEnd(setting, fault, 2);
		expectMessage(name, setting, await read(name, setting.parallel, { maxRetries: 1 }));
	});
});

describe.each(inEachPlace(LASTING))('%s', (_, name, fault, setting) => {
	const where = `the ${setting.page} page, ${setting.parallel} at a time`;

	it(`ends the read with one message at once: ${where}`, async () => {
		expectEnd(setting, fault, 1);
		expectMessage(name, setting, await read(name, setting.parallel));
	});
});

const OF_PAGES: Array<Failure['name']> = [
	...(['notAPage', 'notJson', 'otherPage', 'unknownOperation', 'timedOut'] as const),
];
const OF_ALL = [...TRANSIENT, ...LASTING].filter(([, name]) => !OF_PAGES.includes(name));

it.each(OF_ALL)('%s has the same words in the test of the credential', async (_, name, fault) => {
	fault(expected('Ping'), pageAt(0));
	expect(await testCredential(credential)).toMatch(startOf(name));
});

it('a host that is not found is named, in the test of the credential, too', async () => {
	const found = failure('hostNotFound', {
		code: 'ENOTFOUND',
		quote: { intro: 'The host is', text: new URL(credential.baseUrl).host },
	});
	lost('ENOTFOUND')(expected('Ping'), pageAt(0));
	expect(await testCredential(credential)).toBe(`${found.message}. ${whatToDo(found)}`);
	lost('ENOTFOUND')(expected(operation), pageAt(0));
	const { error } = await read('hostNotFound', 1, { maxRetries: 0 });
	const description = whatToDo(found, 'GetCustomers, offset 0');
	expect(error).toMatchObject({ message: found.message, description });
});
