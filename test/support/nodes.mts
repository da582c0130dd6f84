import { UserError, type INode } from 'n8n-workflow';

export const node: INode = {
	id: '1',
	name: 'Customer Data',
	type: 'n8n-nodes-customer-data.customerData',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

export const context = { getNode: () => node };

/** What the user is told about what was entered. */
export function refusalOf(read: () => unknown): { message: string; description: string } {
	let error: unknown;
	try {
		error = read();
	} catch (thrown) {
		error = thrown;
	}
	if (!(error instanceof UserError)) throw error ?? new Error('Nothing was refused');
	return { message: error.message, description: error.description ?? '' };
}
