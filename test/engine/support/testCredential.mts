import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IAuthenticateRuleResponseCode,
	type IAuthenticateRuleResponseSuccessBody,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from './additionalData.mts';
import { credentialType } from './builtPackage.mts';
import { OneCredential } from './credentials.mts';

export const PASSED = 'Connection successful!';

type Rule = IAuthenticateRuleResponseCode | IAuthenticateRuleResponseSuccessBody;

/**
 * Tests the credential as n8n does (credentials-tester.service): the declared request runs through
 * n8n's routing node, then the rules say what the answer means.
 *
 * @returns what n8n would show to the user
 */
export async function testCredential(credential: ICredentialDataDecryptedObject): Promise<string> {
	const rules: Rule[] = credentialType.test?.rules ?? [];
	const outcome = await send(credential);
	if ('body' in outcome) {
		const broken = rules.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' &&
				'key' in properties &&
				fieldOf(outcome.body, properties.key) === properties.value,
		);
		return broken?.properties.message ?? PASSED;
	}
	const status = statusOf(outcome.error);
	const told = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === status,
	);
	return told?.properties.message ?? outcome.error.message;
}

async function send(
	credential: ICredentialDataDecryptedObject,
): Promise<{ body: unknown } | { error: Error }> {
	try {
		const output = await routingNode(credential).runNode();
		const item: INodeExecutionData | undefined = output?.[0]?.[0];
		return { body: item?.json };
	} catch (error) {
		return { error: error instanceof Error ? error : new Error(String(error)) };
	}
}

function routingNode(credential: ICredentialDataDecryptedObject): RoutingNode {
	const nodeType: INodeType = {
		description: {
			displayName: 'Test',
			name: 'test',
			group: ['input'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: credentialType.name, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: credentialType.test?.request ?? {} },
				},
			],
		},
	};
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [credentialType.name]: { id: '1', name: 'Test' } },
	};
	const workflow = new Workflow({
		active: false,
		nodes: [node],
		connections: {},
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData(new OneCredential(credentialType, credential)),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	return new RoutingNode(context, nodeType, {
		id: '1',
		name: 'Test',
		type: credentialType.name,
		data: credential,
	});
}

/** n8n looks fields up with lodash, which finds characters and the length of a text, too. */
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
