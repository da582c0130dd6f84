import { afterAll, beforeAll, expect, it } from 'vitest';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { useEditor } from '../support/editor.mts';
import { startMailServer, type MailServer } from '../support/mailServer.mts';

const { n8n, service } = useEditor();

let mailServer: MailServer;
beforeAll(async () => {
	mailServer = await startMailServer();
	await n8n.createCredential({
		name: 'SMTP account',
		type: 'smtp',
		data: { host: '127.0.0.1', port: mailServer.port, secure: false, disableStartTls: true },
	});
});
afterAll(() => mailServer.close());

it('sends an email with the reason when a scheduled workflow fails', async () => {
	service().setFaults([{ kind: 'status', status: 401 }]);
	const errorWorkflow = await n8n.createWorkflow(readExample('tell-when-a-sync-fails.json'));
	await n8n.activate(errorWorkflow);
	const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
	const example = readExample('customers-to-data-table.json');
	const failing = withNodes(example, { 'Every day at 6': { parameters: everySecond } });
	const settings = { ...failing.settings, errorWorkflow: errorWorkflow.id };
	const sync = await n8n.createWorkflow({ ...failing, settings });
	await n8n.activate(sync);
	await expect.poll(() => mailServer.mails).not.toEqual([]);
	await n8n.deactivate(sync);

	// Quoted-printable encoding breaks long lines with an equals sign.
	const mail = mailServer.mails.join().replaceAll('=\n', '');
	expect(mail).toContain('To: you@example.com');
	expect(mail).toContain('Subject: Customers to CRM did not finish');
	expect(mail).toContain('The service did not accept the API key or the company ID (status 401)');
	expect(mail).toContain('Check both in the credential');
	expect(mail).toContain(`/workflow/${sync.id}/executions/`);
});
