import { expect, it } from 'vitest';
import { CREDENTIAL_NAME } from '../harness/n8n/credential.mts';
import { MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';
import { workflow, type Node } from '../harness/workflow/workflow.mts';
import { useEditor } from './support/editor.mts';

const { open, service } = useEditor();

it("lets n8n's HTTP Request node call operations that return no list", async () => {
	const ping = httpRequest(`${service().baseUrl}/Ping`);
	const canvas = await open(workflow('Ping', [MANUAL_TRIGGER, ping]));
	const node = await canvas.openNode(ping.name);
	await node.choose('authentication', 'Predefined Credential Type');
	await node.choose('nodeCredentialType', 'Customer Data API');
	expect(await node.credentialName()).toBe(CREDENTIAL_NAME);

	await node.execute();
	expect(await node.output.itemCount()).toBe('1 item');
	expect(service().requests).toMatchObject([{ operation: 'Ping', status: 200 }]);
});

/** Set up as in the README: every GET needs the paging headers, and redirects must be off. */
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
