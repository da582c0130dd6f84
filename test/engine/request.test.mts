import { describe, expect, it } from 'vitest';

import { failure, timedOut } from '../../nodes/CustomerData/api/failures';
import { requestPage } from '../../nodes/CustomerData/api/page';
import { NODE } from './support/nodeInWorkflow.mts';
import { nodeTypes } from './support/packageTypes.mts';
import { contextFor } from './support/context.mts';
import { useService } from './support/service.mts';

const service = useService();

const never = new AbortController().signal;

/** Requests a page of GetCustomers through n8n's own request helper. */
function request({
	baseUrl = service().baseUrl,
	offset = 0,
	timeout = 5_000,
	signal = never,
	helpers = {},
} = {}) {
	const connection = { baseUrl, apiKey: 'demo-api-key', companyId: '1001' };
	// As in an execution, whose signal n8n's helper prefers to that of the request.
	const cancelSignal = new AbortController().signal;
	const n8n = contextFor(nodeTypes.getByNameAndVersion(NODE), connection, { cancelSignal });
	const context = Object.create(n8n, { helpers: { value: { ...n8n.helpers, ...helpers } } });
	return requestPage(
		{ context, connection },
		{ operationName: 'GetCustomers', offset, limit: 50, timeout },
		signal,
	);
}

/** Stands for other versions of n8n, whose helper behaves differently. */
const helperThat = (httpRequestWithAuthentication: () => Promise<unknown>) => ({
	helpers: { httpRequestWithAuthentication },
});

describe('requestPage', () => {
	it('returns the page', async () => {
		const answer = await request({ offset: 50 });
		expect(answer).toEqual({
			page: { records: service().lists.GetCustomers.page(50, 50), next: 100 },
		});
	});

	it('returns the failure when a page is not whole', async () => {
		service().setFaults([{ kind: 'body', body: '<p>' }]);
		expect(await request()).toEqual({
			failure: failure('notJson', { fill: 'a web page' }),
		});
	});

	it('returns the code when the connection is lost', async () => {
		service().setFaults([{ kind: 'reset' }]);
		expect(await request()).toEqual({
			failure: failure('connectionLost', { code: 'ECONNRESET' }),
		});
	});

	it('recognizes the wrong protocol in the Base URL', async () => {
		const baseUrl = service().baseUrl.replace('http:', 'https:');
		expect(await request({ baseUrl })).toEqual({
			failure: failure('wrongProtocol', { code: 'EPROTO' }),
		});
	});

	it('returns the words of n8n when it does not send the request', async () => {
		const blocking = helperThat(async () => {
			throw new Error('Not to demo-api-key');
		});
		expect(await request(blocking)).toEqual({
			failure: failure('notSent', { quote: { by: 'n8n says', text: 'Not to ***' } }),
		});
	});

	it.each([
		undefined,
		'text',
		{},
		{ statusCode: 200, headers: {}, body: '{}' },
		{ statusCode: '200', headers: {}, body: Buffer.from('{}') },
	])('does not believe anything else as a response: %j', async (response) => {
		expect(await request(helperThat(async () => response))).toEqual({
			failure: failure('notAPage', { fill: 'no HTTP response' }),
		});
	});

	it('does not follow a redirect', async () => {
		const to = `${service().baseUrl}/GetSuppliers`;
		service().setFaults([{ kind: 'redirect', on: 'GetCustomers', to }]);
		const quote = { by: 'The address is', text: to };
		expect(await request()).toEqual({ failure: failure('redirected', { quote }) });
		expect(service().requests).toHaveLength(1);
	});

	it('ends after its timeout', async () => {
		service().setFaults([{ kind: 'drip' }]);
		expect(await request({ timeout: 100 })).toEqual({
			failure: timedOut(100),
		});
	});

	it('ends when it is cancelled, and sends nothing afterwards', async () => {
		service().setFaults([{ kind: 'hang' }]);
		const controller = new AbortController();
		const asking = request({ signal: controller.signal });
		setTimeout(() => controller.abort(), 50);
		const cancelled = { failure: failure('cancelled') };
		expect(await asking).toEqual(cancelled);
		const before = service().requests.length;
		expect(await request({ signal: controller.signal })).toEqual(cancelled);
		expect(service().requests).toHaveLength(before);
	});
});
