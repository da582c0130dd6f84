import { CredentialTestContext } from 'n8n-core';
import type { CredentialFields } from '../../../harness/engine/credentials.mts';
import { NODE, nodeInWorkflow } from '../../../harness/engine/nodeInWorkflow.mts';
import { nodeTypes } from '../../../harness/engine/packageTypes.mts';

export const PASSED = 'Connection successful!';

/**
 * Tests the credential as n8n does (credentials-tester.service): with the function that a node names.
 *
 * @returns what n8n would show to the user
 */
export async function testCredential(data: CredentialFields, type = NODE): Promise<string> {
	const { description, methods } = nodeTypes.getByNameAndVersion(type);
	const [{ name, testedBy = '' } = { name: '' }] = description.credentials ?? [];
	const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
	if (!test) throw new Error(`${type} does not test the credential`);
	const { additionalData } = nodeInWorkflow({ credential: data, type });
	const context = new CredentialTestContext(additionalData);
	const { status, message } = await test.call(context, { id: '1', name: 'Test', type: name, data });
	if (status !== (message === PASSED ? 'OK' : 'Error')) throw new Error(`${status}: ${message}`);
	return message;
}
