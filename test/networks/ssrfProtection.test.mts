import { expect, it, onTestFinished, vi } from 'vitest';
import { failure } from '../../nodes/CustomerData/errors/failures';
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

it.for<[string, Place]>([
	['a host by its name', { as: 'localhost' }],
	['a host by its name with a certificate', { as: 'localhost', certificate: 'trusted' }],
	['an address by its range', { host: '::1' }],
])("n8n's SSRF protection lets through %s", async ([, place], { skip }) => {
	skip(Boolean(place.host) && !HAS_IPV6);
	await expectSuccess(await serve(place));
});

it("n8n's SSRF protection looks up the host itself, also where a proxy would", async () => {
	vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
	onTestFinished(() => void vi.unstubAllEnvs());
	const service = await serve({ as: 'nowhere.invalid' });
	const quote = { intro: 'The host is', text: new URL(service.baseUrl).host };
	await expectFailure(service, failure('hostNotFound', { code: 'ENOTFOUND', quote }));
});

it.each<[string, Place, string]>([
	['an address of the private network', {}, 'it resolves to a restricted IP address'],
	['a host', { as: 'service.example.com' }, 'the destination hostname is restricted'],
])("n8n's SSRF protection blocks %s, and says why", async (_, place, reason) => {
	const service = await serve(place);
	const text = `The request was blocked because ${reason}`;
	await expectFailure(service, failure('notSent', { quote: { intro: 'n8n says', text } }));
	expect(service.requests).toEqual([]);
});
