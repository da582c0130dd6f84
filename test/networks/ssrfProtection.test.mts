import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { failure } from '../../nodes/CustomerData/api/failures';
import { expectFailure, expectSuccess, HAS_IPV6, serve, type Place } from './support/network.mts';

// Before n8n loads, which reads them once.
vi.hoisted(() => {
	Object.assign(process.env, {
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
		N8N_SSRF_ALLOWED_IP_RANGES: '::1/128',
		N8N_SSRF_BLOCKED_HOSTNAMES: '*.example.com',
	});
});

describe("n8n's SSRF protection", () => {
	it.for<[string, Place]>([
		['a host by its name', { as: 'localhost' }],
		['a host by its name with a certificate', { as: 'localhost', certificate: 'trusted' }],
		['an address by its range', { host: '::1' }],
	])('lets through %s', async ([, place], { skip }) => {
		skip(Boolean(place.host) && !HAS_IPV6);
		await expectSuccess(await serve(place));
	});

	it('looks up the host itself, also where a proxy would', async () => {
		vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
		onTestFinished(() => void vi.unstubAllEnvs());
		await expectFailure(
			await serve({ as: 'nowhere.invalid' }),
			failure('hostNotFound', { code: 'ENOTFOUND' }),
		);
	});

	it.each<[string, Place, string]>([
		[
			'an address of the private network',
			{},
			'The request was blocked because it resolves to a restricted IP address',
		],
		[
			'a host by its name',
			{ as: 'service.example.com' },
			'The request was blocked because the destination hostname is restricted',
		],
	])('blocks %s, and says why', async (_, place, text) => {
		const service = await serve(place);
		await expectFailure(service, failure('notSent', { quote: { by: 'n8n says', text } }));
		expect(service.requests).toEqual([]);
	});
});
