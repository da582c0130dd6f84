import { CredentialTestContext } from 'n8n-core';

import { additionalData } from './additionalData.mts';
import { type CredentialFields, OneCredential } from './credentials.mts';
import { NODE } from './nodeInWorkflow.mts';
import { type PackageTypes, sources } from './packageTypes.mts';

export const PASSED = 'Connection successful!';

/**
 * Tests the credential as n8n does (credentials-tester.service): with the function that a node names.
 *
 * @returns what n8n would show to the user
 */
export async function testCredential(
	data: CredentialFields,
	{ nodeTypes, credentialType }: PackageTypes = sources,
	node = NODE,
): Promise<string> {
	const { name } = credentialType;
	const { description, methods } = nodeTypes.getByNameAndVersion(node);
	const testedBy = description.credentials?.find((entry) => entry.name === name)?.testedBy;
	const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
	if (!test) throw new Error(`${node} does not test the credential`);
	const context = new CredentialTestContext(
		additionalData(new OneCredential(credentialType, data)),
	);
	const { status, message } = await test.call(context, { id: '1', name: 'Test', type: name, data });
	if (status !== (message === PASSED ? 'OK' : 'Error')) throw new Error(`${status}: ${message}`);
	return message;
}
