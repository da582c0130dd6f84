import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { CREDENTIAL_NAME } from '../harness/n8n/credential.mts';
import { Canvas } from './pages/canvas.mts';
import { CommunityNodes } from './pages/communityNodes.mts';
import type { NodeDetails } from './pages/nodeDetails.mts';
import { removeCredentials, useEditor } from './support/editor.mts';
import { areaOf, takePicture, type Area } from './support/picture.mts';

// The way of a newcomer, for docs/first-steps.md: each test goes on where the one before it ended.

const { n8n, page, service } = useEditor();
// n8n only offers to connect while there is no credential yet.
beforeAll(async () => await removeCredentials(n8n));

/** In the pictures, in place of the address of the test's service, which differs from run to run. */
const SHOWN_URL = 'https://api.example.com/rest/v1';

let node: NodeDetails;

it('installs by the name of the package under Settings → Community Nodes', async () => {
	const settings = await CommunityNodes.open(page());
	const dialog = await settings.prepareInstall('n8n-nodes-customer-data');
	await takePicture(page(), 'install', () => areaOf(dialog));
});

it('leads from a search for customers to the node', async () => {
	const canvas = await Canvas.openNew(page());
	const panel = await canvas.addFirstStep();
	await panel.search('customer');
	await expect.poll(() => panel.hasIcon('Customer Data')).toBe(true);
	await takePicture(page(), 'node-panel', () => upperPart(panel.panel, 430));

	await panel.choose('Customer Data');
	await panel.showActions();
	await takePicture(page(), 'node-actions', () => areaOf(panel.panel));
	node = await panel.add('Get many customers');
});

it('says that a host was not found and that a key is wrong, then accepts the right ones', async () => {
	const { baseUrl, apiKey, companyId } = service();
	const form = await node.createCredential();
	await form.fill({
		baseUrl: 'http://customers.invalid/rest/v1',
		apiKey: 'a-wrong-key',
		companyId,
	});
	await form.save();
	expect(await form.whyRefused()).toContain(
		"Could not find the host in 'Base URL'. Check 'Base URL' in the credential, and the network of your n8n.",
	);

	await form.fill({ baseUrl });
	await form.save();
	await expect
		.poll(() => form.whyRefused())
		.toMatch(
			/The service did not accept the API key or the company ID \(status 401\)\. .*Check both in the credential\./,
		);
	await form.show('baseUrl', SHOWN_URL);
	await takePicture(page(), 'credential-refused', () => areaOf(form.dialog));

	await form.fill({ apiKey });
	await form.save();
	await form.untilClosed();
	expect(await node.credentialName()).toBe(CREDENTIAL_NAME);

	// n8n tests a credential again when it is opened.
	await node.editCredential();
	await form.untilPassed();
	await form.show('baseUrl', SHOWN_URL);
	await takePicture(page(), 'credential', () => areaOf(form.dialog));
	await form.close();
});

it('shows the first 50 customers, and that there are more', async () => {
	await node.execute();
	expect(await node.output.itemCount()).toBe('50 items');
	await expect
		.poll(() => node.output.hintTexts())
		.toContain(
			"50 records were returned, and there may be more. To get all of them, turn on 'Return All', and raise or remove 'Max Records'.",
		);
	await takePicture(page(), 'first-read', () => upperPart(node.dialog, 560));
});

it('shows all customers with Return All', async () => {
	await node.turnOn('returnAll');
	await node.execute();
	expect(await node.output.itemCount()).toBe('1240 items');
	expect(await node.output.hints.count()).toBe(0);
	await takePicture(page(), 'node', () => upperPart(node.dialog, 560));
});

it('finds customers by their words with Search', async () => {
	await node.addOption('Search');
	await node.fill('options.search', 'schroder');
	await node.execute();
	expect(await node.output.itemCount()).toBe('3 items');
	await takePicture(page(), 'search', () => upperPart(node.dialog, 560));
});

it('marks what a test of the trigger shows as samples', async () => {
	const canvas = await Canvas.openNew(page());
	const panel = await canvas.addFirstStep();
	await panel.search('customer');
	await panel.choose('Customer Data');
	node = await panel.add('On record updated');
	expect(await node.credentialName()).toBe(CREDENTIAL_NAME);
	await node.choose('events', 'Record Created', 'Record Removed');
	await node.execute();
	expect(await node.output.itemCount()).toBe('3 items');
	expect(await node.output.hintTexts()).toEqual(['Samples, not real changes.']);
	await takePicture(page(), 'trigger', () => areaOf(node.dialog));
	await node.close();

	await canvas.publish();
	onTestFinished(async () => await n8n.deactivate({ id: canvas.workflowId() }));
	expect(await canvas.activationDialog.innerText()).toContain('The first poll remembers');
	await takePicture(page(), 'trigger-published', () => areaOf(canvas.activationDialog));
});

async function upperPart(element: Parameters<typeof areaOf>[0], height: number): Promise<Area> {
	return { ...(await areaOf(element)), height };
}
