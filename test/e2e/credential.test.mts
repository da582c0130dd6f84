import { beforeAll, expect, it } from 'vitest';
import { CREDENTIAL_NAME } from '../harness/n8n/credential.mts';
import { Canvas } from './pages/canvas.mts';
import { removeCredentials, useEditor } from './support/editor.mts';
import { areaOf, takePicture } from './support/picture.mts';

const { n8n, page, service } = useEditor();
// It is the first one that is made here.
beforeAll(async () => await removeCredentials(n8n));

it('is refused with a sentence when its key is wrong, and passes when it is right', async () => {
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

	// n8n tests it again when it is opened.
	await node.editCredential();
	await form.untilPassed();
	await form.show('baseUrl', 'https://api.example.com/rest/v1');
	await takePicture(page(), 'credential', () => areaOf(form.dialog));
});
