import { expect, it } from 'vitest';
import { isResponse } from '../../../nodes/CustomerData/api/client';

const response = { statusCode: 200, headers: {}, body: new Uint8Array() };

it.each<[boolean, unknown]>([
	[true, response],
	[false, { ...response, statusCode: '200' }],
	[false, { ...response, headers: [] }],
	[false, { ...response, body: 'Pong' }],
	[false, []],
	[false, null],
	[false, 'Pong'],
	[false, Object.assign([], response)],
])('tells a response with its bytes from what else n8n returns: %s for %j', (expected, value) => {
	expect(isResponse(value)).toBe(expected);
});
