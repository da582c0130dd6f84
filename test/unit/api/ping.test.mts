import { expect, it } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import { ping } from '../../../nodes/CustomerData/api/ping';
import { statusFailure } from '../../../nodes/CustomerData/api/status';
import { quoting } from '../support/failures.mts';

const connection = { baseUrl: 'https://example.com/rest/v1', apiKey: 'key', companyId: '1001' };

/** @param response as n8n's request helper hands it over */
const receiving = async (response: unknown) => await ping(async () => response, connection, 1_000);
const body = (text: string) => ({ statusCode: 200, headers: {}, body: Buffer.from(text) });

it.each([
	' Pong\r\n',
	'\ufeffPong',
	'"Pong"',
	'{"IsSuccess": true, "Payload": "Pong"}',
	'{"IsSuccess": true, "ErrorMessages": [], "Payload": ["Pong"]}',
])('takes %j for Pong', async (text) => {
	expect(await receiving(body(text))).toBeUndefined();
});

it.each([
	['a web page', '<!doctype html><title>Welcome</title>'],
	['an empty response', ' \n'],
	['text that is not JSON', 'Pong!'],
	...['', ', "Payload": []', ', "Payload": ["Pong", "Pong"]'].map((more) => [
		'other JSON',
		`{"IsSuccess": true${more}}`,
	]),
	...['{"Payload": "Pong"}', '["Pong"]', 'true', 'null'].map((text) => ['other JSON', text]),
])('says that it got %s instead of Pong: %s', async (fill, text) => {
	expect(await receiving(body(text))).toEqual(failure('notPong', { fill }));
});

const lost = failure('connectionLost');
const unavailable = (says = '') => statusFailure(503, { path: 'Ping', says });
const closed = '{"ErrorMessages": ["Closed"]}';

it.each([
	['a refusal', body('{"IsSuccess": false}'), quoting('')],
	['no response', undefined, lost],
	['text, as before 2.0', { ...body(''), statusCode: 503, body: closed }, unavailable('Closed')],
	['no body', { statusCode: 503, headers: {} }, unavailable()],
	['no body of what should be Pong', { statusCode: 200, headers: {} }, lost],
	[
		'another address',
		{ ...body('Not found'), statusCode: 404 },
		failure('notPong', { fill: 'status 404' }),
	],
	['no status', { headers: {}, body: '' }, lost],
	['no headers', { statusCode: 503, body: '' }, lost],
])('knows what n8n hands over where there is %s', async (_, response, expected) => {
	expect(await receiving(response)).toEqual(expected);
});
