import { setTimeout as sleep } from 'node:timers/promises';
import type {
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

const CREDENTIAL = 'customerDataApi';
const PAGE_SIZE = 50;

/**
 * The lower bound for a node: requests pages at known offsets in parallel with n8n's request helper,
 * as our node does, and checks nothing.
 */
export class RequestHelper implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Request Helper',
		name: 'requestHelper',
		group: ['input'],
		version: 1,
		description: "Reads a known number of customers with n8n's request helper alone",
		defaults: { name: 'Request Helper' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			{ displayName: 'Records', name: 'records', type: 'number', default: 0 },
			{ displayName: 'Parallel Requests', name: 'parallelRequests', type: 'number', default: 1 },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const records = Number(this.getNodeParameter('records', 0));
		const length = Number(this.getNodeParameter('parallelRequests', 0));
		const data = await this.getCredentials(CREDENTIAL);
		const credential = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
		const pages: IDataObject[][] = [];
		let next = 0;

		const readPages = async (_: unknown, reader: number) => {
			// Requests that start all at once hold each other up, round after round.
			await sleep(reader);
			while (next * PAGE_SIZE < records) {
				const page = next++;
				pages[page] = await requestPage(this, credential, page * PAGE_SIZE);
			}
		};
		await Promise.all(Array.from({ length }, readPages));
		const pairedItem = { item: 0 };
		return [pages.flat().map((json) => ({ json, pairedItem }))];
	}
}

async function requestPage(
	context: IExecuteFunctions,
	credentialsDecrypted: ICredentialsDecrypted,
	offset: number,
): Promise<IDataObject[]> {
	const request: IHttpRequestOptions = {
		url: `${credentialsDecrypted.data?.baseUrl}/GetCustomers`,
		headers: { 'x-page-offset': String(offset), 'x-page-limit': String(PAGE_SIZE) },
		encoding: 'text',
		disableFollowRedirect: true,
	};
	const body: string = await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL,
		request,
		{ credentialsDecrypted },
	);
	const envelope: { Payload: IDataObject[] } = JSON.parse(body);
	return envelope.Payload;
}
