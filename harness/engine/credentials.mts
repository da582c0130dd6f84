import {
	ICredentialsHelper,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { RunningService } from '../../service/server.mts';
import { nodeTypes } from './packageTypes.mts';

/** The fields of a credential; the value of an expression starts with `=`. */
export type CredentialFields = Record<string, string>;

/** A credential that the service accepts. */
export function credentialFor({ baseUrl, apiKey, companyId }: RunningService) {
	return { baseUrl, apiKey, companyId };
}

/**
 * Fills in a credential's defaults, resolves its expressions and lets its type authenticate requests,
 * as n8n's own helper does. Instead of a database it has the one credential given.
 */
export class OneCredential extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly fields: CredentialFields,
	) {
		super();
	}

	override authenticate: ICredentialsHelper['authenticate'] = async (
		credential,
		_type,
		request,
	) => {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('The credential has no authenticate');
		return await authenticate(credential, request as IHttpRequestOptions);
	};

	override async getDecrypted(...given: Parameters<ICredentialsHelper['getDecrypted']>) {
		const [, , , mode, executeData, , values] = given;
		const { properties } = this.type;
		const fields = NodeHelpers.getNodeParameters(properties, this.fields, true, false, null, null);
		if (!values) {
			return withoutInput(fields ?? {}, mode) as ICredentialDataDecryptedObject;
		}
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			fields ?? {},
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
			false,
			fields ?? {},
		) as ICredentialDataDecryptedObject;
	}

	override getCredentialsProperties = () => this.type.properties;
	override getParentTypes = () => [];
	override isCredentialUsableByNode = () => true;

	// What follows, our nodes have no use for.
	override preAuthentication = async () => undefined;
	override runPreAuthentication = async () => undefined;
	override updateCredentials = async () => {};
	override updateCredentialsOauthTokenData = async () => {};
	override getCredentials = async () => {
		throw new Error('Nothing reads the encrypted credential');
	};
}

/** Without an input, n8n resolves expressions in a workflow with a node that has no name (credentials-helper). */
function withoutInput(fields: INodeParameters, mode: WorkflowExecuteMode) {
	const type = 'n8n-nodes-customer-data.customerData';
	const place = { typeVersion: 1, position: [0, 0], parameters: {} } satisfies Partial<INode>;
	const node: INode = { id: '', name: '', type, ...place };
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const resolve = expression.getComplexParameterValue.bind(expression);
	return resolve(node, fields, mode, {}, undefined, undefined, fields);
}
