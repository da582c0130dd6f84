import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';

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

export interface Words {
	message: string;
	/** As the node says it; the form of the credential leaves out where the credential is. */
	advice: string;
	/** Node's code, where there is one. */
	code?: string;
}

/** Expects these words of the node, and of the credential's test the same about Ping. */
export async function expectWords(
	service: RunningService,
	{ message, advice, code }: Words,
): Promise<void> {
	const { items, error } = await readCustomers(service, { maxRetries: 0 });
	expect(items).toEqual([]);
	expect(error?.message).toBe(message);
	expect(error?.description).toBe(`${advice} (GetCustomers, offset 0${code ? `, ${code}` : ''})`);
	const words = `${message}. ${advice}${code ? ` (${code})` : ''}`;
	expect(await testCredential(credentialFor(service))).toBe(
		words.replace(' in the credential', '').replace('GetCustomers', 'Ping'),
	);
}
