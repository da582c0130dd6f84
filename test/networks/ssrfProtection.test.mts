import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';

import { failure } from '../../nodes/CustomerData/api/failures';
import { useService } from '../engine/support/service.mts';
import { expectFailure, expectSuccess, RECORDS } from './support/attempt.mts';
import { HAS_IPV6, reachedAt } from './support/front.mts';

// Before n8n loads, which reads them once.
vi.hoisted(() => {
	Object.assign(process.env, {
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
		N8N_SSRF_ALLOWED_IP_RANGES: '::1/128',
		N8N_SSRF_BLOCKED_HOSTNAMES: '*.example.com',
	});
});

// n8n 2.41 gives Node's url.parse an IPv6 address without brackets.
process.noDeprecation = true;
const service = useService({ sizes: { customers: RECORDS } });

describe("n8n's SSRF protection", () => {
	it.each(['http', 'https'])('lets a host through by its name, at %s://', async (scheme) => {
		const certificate = inject('certificates').trusted;
		const reached = scheme === 'http' ? service() : await reachedAt(service(), { certificate });
		await expectSuccess({ ...reached, baseUrl: reached.baseUrl.replace('127.0.0.1', 'localhost') });
	});

	it.skipIf(!HAS_IPV6)('lets an address through by its range', async () => {
		await expectSuccess(await reachedAt(service(), { host: '::1' }));
	});

	it('looks up the host itself, also where a proxy would', async () => {
		vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
		onTestFinished(() => void vi.unstubAllEnvs());
		await expectFailure(
			{ ...service(), baseUrl: 'http://nowhere.invalid/rest/v1' },
			failure('hostNotFound', { code: 'ENOTFOUND' }),
		);
	});

	it.each([
		[
			'an address of the private network',
			() => service().baseUrl,
			'The request was blocked because it resolves to a restricted IP address',
		],
		[
			'a host by its name',
			() => 'https://service.example.com/rest/v1',
			'The request was blocked because the destination hostname is restricted',
		],
	])('blocks %s, and says why', async (_, baseUrl, reason) => {
		const quote = { by: 'n8n says', text: reason };
		await expectFailure({ ...service(), baseUrl: baseUrl() }, failure('notSent', { quote }));
		expect(service().requests).toEqual([]);
	});
});
