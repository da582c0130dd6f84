import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** What n8n provides around an execution, as far as our nodes use it. */
export function additionalData(
	credentialsHelper: ICredentialsHelper,
): IWorkflowExecuteAdditionalData {
	const nowhere = 'http://127.0.0.1:9';
	const unused = () => {
		throw new Error('Not part of these tests');
	};
	const data: IWorkflowExecuteAdditionalData & { hooks: ExecutionLifecycleHooks } = {
		credentialsHelper,
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('manual', '1', {
			id: 'workflow',
			name: 'Test',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			nodes: [],
			connections: {},
		}),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: nowhere,
		instanceBaseUrl: nowhere,
		formBaseUrl: nowhere,
		formWaitingBaseUrl: nowhere,
		formTestBaseUrl: nowhere,
		webhookBaseUrl: nowhere,
		webhookWaitingBaseUrl: nowhere,
		webhookTestBaseUrl: nowhere,
		mcpBaseUrl: nowhere,
		mcpTestBaseUrl: nowhere,
		executeWorkflow: unused,
		getRunExecutionData: unused,
		getRuntimeCredential: unused,
		startRunnerTask: unused,
		logAiEvent: () => {},
	};
	return data;
}
