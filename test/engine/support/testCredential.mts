import { RoutingNode } from 'n8n-core';
import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { contextFor } from './context.mts';
import type { CredentialFields } from './credentials.mts';
import { describeNode, sources } from './packageTypes.mts';

export const PASSED = 'Connection successful!';

type Rule = IAuthenticateRuleResponseCode | IAuthenticateRuleResponseSuccessBody;

/**
 * Tests the credential as n8n does (credentials-tester.service): the declared request runs through
 * n8n's routing node, then the rules say what the answer means.
 *
 * @returns what n8n would show to the user
 */
export async function testCredential(
	credential: CredentialFields,
	credentialType = sources.credentialType,
): Promise<string> {
	const rules: Rule[] = credentialType.test?.rules ?? [];
	try {
		const output = await routingNode(credential, credentialType).runNode();
		const body = output?.[0]?.[0]?.json;
		const broken = rules.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' &&
				'key' in properties &&
				fieldOf(body, properties.key) === properties.value,
		);
		return broken?.properties.message ?? PASSED;
	} catch (error) {
		const status = statusOf(error);
		const matching = rules.find(
			({ type, properties }) => type === 'responseCode' && properties.value === status,
		);
		return matching?.properties.message ?? (error instanceof Error ? error.message : String(error));
	}
}

function routingNode(credential: CredentialFields, credentialType: ICredentialType): RoutingNode {
	const properties: INodeProperties[] = [
		{
			displayName: 'Temp',
			name: 'temp',
			type: 'string',
			default: '',
			routing: { request: credentialType.test?.request ?? {} },
		},
	];
	const credentials = [{ name: credentialType.name, required: true }];
	const nodeType = { description: describeNode({ credentials, properties }) };
	return new RoutingNode(contextFor(nodeType, credential, { credentialType }), nodeType, {
		id: '1',
		name: 'Test',
		type: credentialType.name,
		data: credential,
	});
}

/** n8n reads fields with lodash, which also finds the characters and the length of a text. */
function fieldOf(body: unknown, key: string): unknown {
	if (body === null || body === undefined) return undefined;
	return Object.getOwnPropertyDescriptor(Object(body), key)?.value;
}

function statusOf(error: unknown): unknown {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('response' in cause && typeof cause.response === 'object' && cause.response) {
			return 'status' in cause.response ? cause.response.status : undefined;
		}
	}
	return undefined;
}
