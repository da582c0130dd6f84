import nock from 'nock';
import { afterEach, describe, expect, it } from 'vitest';

import { requestPage } from '../../nodes/CustomerData/api/requestPage';
import { contextFor } from './support/context.mts';
import { nodeTypes } from './support/packageTypes.mts';
import { useService } from './support/service.mts';

const service = useService();

afterEach(() => nock.cleanAll());

function source(baseUrl = service().baseUrl, timeout = 5_000) {
	const connection = { baseUrl, apiKey: 'demo-api-key', companyId: '1001' };
	const nodeType = nodeTypes.getByNameAndVersion('n8n-nodes-customer-data.customerData');
	const context = contextFor(nodeType, connection);
	return { context, connection, operationName: 'GetCustomers', limit: 50, timeout };
}

const never = new AbortController().signal;

function failingHost(error: object) {
	nock('https://service.example.com')
		.get('/GetCustomers')
		.replyWithError(Object.assign(new Error('told'), error));
	return source('https://service.example.com');
}

describe('requestPage', () => {
	it('answers with the page', async () => {
		const answer = await requestPage(source(), 50, never);
		expect(answer).toEqual({
			page: { records: service().lists.GetCustomers.page(50, 50), next: 100 },
		});
	});

	it('answers with the failure of a page that is not whole', async () => {
		service().setFaults([{ kind: 'body', body: '<p>' }]);
		expect(await requestPage(source(), 0, never)).toEqual({
			failure: { kind: 'notAPage', found: 'a web page' },
		});
	});

	it('answers with the code when the connection breaks', async () => {
		service().setFaults([{ kind: 'reset' }]);
		expect(await requestPage(source(), 0, never)).toEqual({
			failure: { kind: 'connection', code: 'ECONNRESET' },
		});
	});

	it.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
		'tells a certificate from a connection that breaks: %s',
		async (code) => {
			expect(await requestPage(failingHost({ code }), 0, never)).toEqual({
				failure: { kind: 'certificate', code },
			});
		},
	);

	it('says when the service does not speak the protocol of the Base URL', async () => {
		const baseUrl = service().baseUrl.replace('http:', 'https:');
		expect(await requestPage(source(baseUrl), 0, never)).toEqual({
			failure: { kind: 'protocol', code: expect.any(String) },
		});
	});

	it('does not take records that are nested too deeply for a page', async () => {
		const deep = `${'['.repeat(20_000)}"\\n"${']'.repeat(20_000)}`;
		const body = `{"IsSuccess":true,"ErrorMessages":[],"Payload":[{"deep":${deep}}]}`;
		service().setFaults([{ kind: 'body', body }]);
		expect(await requestPage(source(), 0, never)).toEqual({
			failure: { kind: 'notAPage', found: 'records that are nested too deeply' },
		});
	});

	it('answers with what n8n says when it does not send the request', async () => {
		const { context, ...rest } = source();
		const blocked = Object.create(context, {
			helpers: {
				value: {
					httpRequestWithAuthentication: async () => {
						throw new Error('Not to demo-api-key');
					},
				},
			},
		});
		expect(await requestPage({ ...rest, context: blocked }, 0, never)).toEqual({
			failure: { kind: 'notSent', reason: 'Not to ***' },
		});
	});

	it('finds the code where n8n 1.123 has left it', async () => {
		const { context, ...rest } = source();
		const error = Object.assign(new Error('The connection was closed'), { httpCode: 'ECONNRESET' });
		const older = Object.create(context, {
			helpers: {
				value: {
					httpRequestWithAuthentication: async () => {
						throw error;
					},
				},
			},
		});
		expect(await requestPage({ ...rest, context: older }, 0, never)).toEqual({
			failure: { kind: 'connection', code: 'ECONNRESET' },
		});
	});

	it('does not take anything else for an answer', async () => {
		const { context, ...rest } = source();
		const answers: unknown[] = [undefined, 'text', {}, { statusCode: 200, headers: {}, body: {} }];
		for (const answer of answers) {
			const odd = Object.create(context, {
				helpers: { value: { httpRequestWithAuthentication: async () => answer } },
			});
			expect(await requestPage({ ...rest, context: odd }, 0, never)).toEqual({
				failure: { kind: 'notAPage', found: 'no HTTP answer' },
			});
		}
		const thrown = Object.create(context, {
			helpers: {
				value: {
					httpRequestWithAuthentication: async () => {
						throw 'text';
					},
				},
			},
		});
		expect(await requestPage({ ...rest, context: thrown }, 0, never)).toEqual({
			failure: { kind: 'notSent', reason: '' },
		});
	});

	it('ends with the time that it is given', async () => {
		service().setFaults([{ kind: 'drip' }]);
		expect(await requestPage(source(undefined, 100), 0, never)).toEqual({
			failure: { kind: 'timeout', milliseconds: 100 },
		});
	});

	it('ends when it is cancelled, and sends nothing afterwards', async () => {
		service().setFaults([{ kind: 'hang' }]);
		const controller = new AbortController();
		const asking = requestPage(source(), 0, controller.signal);
		setTimeout(() => controller.abort(), 50);
		const cancelled = { failure: { kind: 'cancelled' } };
		expect(await asking).toEqual(cancelled);
		const before = service().requests.length;
		expect(await requestPage(source(), 0, controller.signal)).toEqual(cancelled);
		expect(service().requests).toHaveLength(before);
	});
});
