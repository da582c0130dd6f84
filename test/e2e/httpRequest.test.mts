import { expect, it } from 'vitest';
import { chain, type Node } from '../harness/workflow/workflow.mts';
import { useService } from '../engine/support/service.mts';
import { Canvas } from './pages/canvas.mts';
import { CREDENTIAL_NAME, useCredential } from './support/credential.mts';
import { connectToN8n } from './support/n8n.mts';
import { usePage } from './support/page.mts';
import { MANUAL_TRIGGER } from './support/workflows.mts';

const service = useService();
const n8n = connectToN8n();
useCredential(n8n, service);
const page = usePage();

it("lets n8n's HTTP Request node ask the service for what is no list", async () => {
	const ping = httpRequest(`${service().baseUrl}/Ping`);
	const workflow = await n8n.createWorkflow(chain('Ping', MANUAL_TRIGGER, ping));
	const canvas = await Canvas.open(page(), workflow);
	const node = await canvas.openNode(ping.name);
	await node.choose('authentication', 'Predefined Credential Type');
	await node.choose('nodeCredentialType', 'Customer Data API');
	expect(await node.credentialName()).toBe(CREDENTIAL_NAME);

	await node.execute();
	expect(await node.output.itemCount()).toBe('1 item');
	expect(service().requests).toMatchObject([{ operation: 'Ping', status: 200 }]);
});

/** As the README describes it: every GET wants the paging headers, and no redirect is followed. */
function httpRequest(url: string): Node {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			url,
			sendHeaders: true,
			headerParameters: {
				parameters: [
					{ name: 'x-page-offset', value: '0' },
					{ name: 'x-page-limit', value: '50' },
				],
			},
			options: { redirect: { redirect: { followRedirects: false } } },
		},
	};
}
