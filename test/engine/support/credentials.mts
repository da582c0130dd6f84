import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/**
 * What n8n's own helper does with a credential: resolves its expressions for the item, and lets
 * its type authenticate the request. Only the store differs: here it is the one object given.
 */
export class OneCredential extends ICredentialsHelper {
	/** How often a node had the credential decrypted. */
	decryptions = 0;

	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credential: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('The credential has no authenticate');
		return await authenticate(credential, request as IHttpRequestOptions);
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		_executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.decryptions += 1;
		if (!values) return { ...this.data };
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		const resolved: ICredentialDataDecryptedObject = {};
		for (const [name, value] of Object.entries(this.data)) {
			const result = workflow.expression.getParameterValue(
				value as string,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				{},
			);
			resolved[name] = result as string;
		}
		return resolved;
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Nothing reads the stored form here');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}
