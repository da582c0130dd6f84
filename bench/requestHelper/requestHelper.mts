import { setTimeout as sleep } from 'node:timers/promises';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

export const PAGE_SIZE = 50;
const CREDENTIAL = 'customerDataApi';

/** The lower bound for a node: reads with n8n's request helper alone. */
export class RequestHelper implements INodeType {
	description: INodeType['description'] = {
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
		const data = await this.getCredentials(CREDENTIAL);
		// Handed on, as our node does it: the helper would read and decrypt it for each request.
		const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
		const request = async (offset: number) => {
			const url = `${data.baseUrl}/GetCustomers`;
			const headers = { 'x-page-offset': offset, 'x-page-limit': PAGE_SIZE };
			const body: string = await this.helpers.httpRequestWithAuthentication.call(
				this,
				CREDENTIAL,
				{ url, headers, encoding: 'text', disableFollowRedirect: true },
				{ credentialsDecrypted },
			);
			const envelope: { Payload: Array<INodeExecutionData['json']> } = JSON.parse(body);
			return envelope.Payload;
		};
		const records = Number(this.getNodeParameter('records', 0));
		const pages: Array<INodeExecutionData[]> = [];
		let next = 0;
		const readOn = async (_: unknown, reader: number) => {
			// Requests that start all at once hold each other up, round after round.
			await sleep(reader);
			while (next * PAGE_SIZE < records) {
				const page = next++;
				const read = await request(page * PAGE_SIZE);
				pages[page] = read.map((json) => ({ json, pairedItem: { item: 0 } }));
			}
		};
		const length = Number(this.getNodeParameter('parallelRequests', 0));
		await Promise.all(Array.from({ length }, readOn));
		return [pages.flat()];
	}
}
