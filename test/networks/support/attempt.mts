import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';

import type { Failure } from '../../../nodes/CustomerData/api/failures';
import { whatToDo } from '../../../nodes/CustomerData/nodeErrors';
import type { RunningService } from '../../../service/server.mts';
import { runNode } from '../../engine/support/runNode.mts';
import { credentialFor } from '../../engine/support/service.mts';
import { PASSED, testCredential } from '../../engine/support/testCredential.mts';

/** Several pages, so that several connections are open at the same time. */
export const RECORDS = 1_000;

async function readCustomers(service: RunningService, options: INodeParameters) {
	const parameters = { resource: 'customer', operation: 'getAll', returnAll: true, options };
	return await runNode({ credential: credentialFor(service), parameters });
}

/** Reads every customer with the node, and tests the credential. */
export async function expectSuccess(
	service: RunningService,
	options: INodeParameters = {},
): Promise<void> {
	const { items, error } = await readCustomers(service, options);
	expect(error && `${error.message} ${error.description}`).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual(service.lists.GetCustomers.page(0, RECORDS));
	expect(await testCredential(credentialFor(service))).toBe(PASSED);
}

/** Expects the words of the failure from the node, and from the credential's test the same about Ping. */
export async function expectFailure(service: RunningService, expected: Failure): Promise<void> {
	const { items, error } = await readCustomers(service, { maxRetries: 0 });
	expect(items).toEqual([]);
	expect(error?.message).toBe(expected.message);
	expect(error?.description).toBe(whatToDo(expected, 'GetCustomers, offset 0'));
	const sentence = `${expected.message}. ${whatToDo(expected)}`;
	expect(await testCredential(credentialFor(service))).toBe(
		sentence.replace('GetCustomers', 'Ping'),
	);
}
