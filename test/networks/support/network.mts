import { networkInterfaces } from 'node:os';
import type { INodeParameters } from 'n8n-workflow';
import { expect, inject, type ProvidedContext } from 'vitest';
import { readCustomers } from '../../../harness/engine/runNode.mts';
import type { Failure } from '../../../nodes/CustomerData/errors/failures';
import { whatToDo } from '../../../nodes/CustomerData/errors/nodeErrors';
import type { RunningService, ServiceOptions } from '../../../service/server.mts';
import { credentialFor, ownService } from '../../engine/support/service.mts';
import { PASSED, testCredential } from '../../engine/support/testCredential.mts';

// n8n 2.41 gives Node's url.parse an IPv6 address without brackets.
process.noDeprecation = true;

/** Several pages, so that several connections are open at the same time. */
export const RECORDS = 1_000;

/** Whether this machine has an IPv6 address to listen at; some containers have none. */
export const HAS_IPV6 = Object.values(networkInterfaces())
	.flat()
	.some((address) => address?.address === '::1');

export interface Place extends ServiceOptions {
	certificate?: keyof ProvidedContext['certificates'];
	/** The host in the Base URL; the address where the service listens by default. */
	as?: string;
}

/** Starts a service until the test ends. */
export async function serve({ certificate, as, ...options }: Place = {}): Promise<RunningService> {
	const tls = certificate && { ...inject('certificates')[certificate], ...options.tls };
	const service = await ownService({ sizes: { customers: RECORDS }, ...options, tls });
	const url = new URL(service.baseUrl);
	if (as) url.hostname = as;
	return Object.assign(service, { baseUrl: url.href });
}

/** Reads every customer with the node, and tests the credential. */
export async function expectSuccess(
	service: RunningService,
	options: INodeParameters = {},
): Promise<void> {
	const { records, error } = await readCustomers(service, options);
	expect(error && `${error.message} ${error.description}`).toBeUndefined();
	expect(records).toEqual(service.lists.GetCustomers.page(0, RECORDS));
	expect(await testCredential(credentialFor(service))).toBe(PASSED);
}

/** Expects the words of the failure from the node, and from the credential's test the same about Ping. */
export async function expectFailure(service: RunningService, expected: Failure): Promise<void> {
	const { items, error } = await readCustomers(service, { maxRetries: 0 });
	expect(items).toEqual([]);
	expect(error?.message).toBe(expected.message);
	expect(error?.description).toBe(whatToDo(expected, 'GetCustomers, offset 0'));
	const sentence = `${expected.message}. ${whatToDo(expected)}`;
	const tested = await testCredential(credentialFor(service));
	expect(tested).toBe(sentence.replace('GetCustomers', 'Ping'));
}
