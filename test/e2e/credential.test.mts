import { beforeAll, expect, it } from 'vitest';
import { CREDENTIAL_NAME } from '../harness/n8n/credential.mts';
import { Canvas } from './pages/canvas.mts';
import { removeCredentials, useEditor } from './support/editor.mts';
import { areaOf, takePicture } from './support/picture.mts';

const { n8n, page, service } = useEditor();
// n8n only offers to connect while there is no credential yet.
beforeAll(async () => await removeCredentials(n8n));

it('explains why a wrong key was refused, then accepts the right one', async () => {
	const { baseUrl, apiKey, companyId } = service();
	const canvas = await Canvas.openNew(page());
	const panel = await canvas.addFirstStep();
	await panel.search('customer');
	await panel.choose('Customer Data');
	await panel.showActions();
	const node = await panel.add('Get many customers');

	const form = await node.createCredential();
	await form.fill({ baseUrl, apiKey: 'not-the-key', companyId });
	await form.save();
	expect(await form.whyRefused()).toContain(
		'The service did not accept the API key or the company ID (status 401).',
	);
	await form.show('baseUrl', 'https://api.example.com/rest/v1');
	await takePicture(page(), 'credential-refused', () => areaOf(form.dialog));

	await form.fill({ apiKey });
	await form.save();
	await form.untilClosed();
	expect(await node.credentialName()).toBe(CREDENTIAL_NAME);

	// n8n tests a credential again when it is opened.
	await node.editCredential();
	await form.untilPassed();
	await form.show('baseUrl', 'https://api.example.com/rest/v1');
	await takePicture(page(), 'credential', () => areaOf(form.dialog));
});
