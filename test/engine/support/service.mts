import { afterAll, beforeAll, beforeEach } from 'vitest';

import {
	type RunningService,
	type ServiceOptions,
	startService,
} from '../../../service/server.mts';

/** Starts the reference service for the tests of a file, without faults and with an empty log before each. */
export function useService(options?: ServiceOptions): () => RunningService {
	let service: RunningService;
	beforeAll(async () => {
		service = await startService(options);
	});
	beforeEach(() => {
		service.setFaults([]);
		service.requests.length = 0;
	});
	afterAll(async () => await service.close());
	return () => service;
}

/** A credential that the service accepts. */
export function credentialFor({ baseUrl, apiKey, companyId }: RunningService) {
	return { baseUrl, apiKey, companyId };
}
