import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import getPort from 'get-port';
import { z } from 'zod';
import { assertOutput, assertSuccess } from '../../../../harness/n8n/execution.mts';
import type { Row } from '../../../../harness/n8n/rest.mts';
import {
	readExample,
	triggerOf,
	withNodes,
	withOptions,
} from '../../../../harness/workflow/examples.mts';
import { customerData, MANUAL_TRIGGER } from '../../../../harness/workflow/nodes.mts';
import { expectedRows, TABLE_COLUMNS, TABLE_NAME } from '../../../../harness/workflow/rows.mts';
import { workflow } from '../../../../harness/workflow/workflow.mts';
import { test } from '../fixtures.mts';
import { areaOf, takePicture } from '../picture.mts';

test.use({ sizes: { customers: 200 } });

test('fills a CRM with all customers', async ({ page, canvas, n8n, open }) => {
	await n8n.createTable(await n8n.personalProjectId(), TABLE_NAME, TABLE_COLUMNS);
	const options = { maxCreated: 100 };
	await open(withOptions(readExample('keep-the-crm-in-step.json'), 'What differs?', options));
	await page.getByTestId('execute-workflow-button').click();
	const status = canvas.node('Create in CRM').getByTestId('canvas-node-status-success');
	await status.waitFor({ timeout: 200_000 });
});

test('makes a spreadsheet with a row for each customer group', async ({ n8n, service }) => {
	const example = readExample('customer-groups-to-spreadsheet.json');
	const type = 'n8n-nodes-base.extractFromFile';
	const reader = { name: 'Read', type, typeVersion: 1.1, parameters: { operation: 'xlsx' } };
	const further = workflow('', [{ name: 'Make a spreadsheet', type: '' }, reader]);
	const saved = await n8n.createWorkflow({
		...example,
		nodes: [...example.nodes, ...further.nodes.slice(1)],
		connections: { ...example.connections, ...further.connections },
	});
	const groups = service.lists.GetCustomerGroups;
	const execution = await n8n.run(saved, MANUAL_TRIGGER.name);
	assertOutput(execution, reader.name, groups.page(0, groups.length));
});

test('sends an email with the reason when a scheduled workflow fails', async ({
	n8n,
	credential,
	service,
}) => {
	const { port, mail } = await startMailServer();
	const data = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	await n8n.createCredential({ name: 'SMTP account', type: 'smtp', data });
	const example = await n8n.createWorkflow(readExample('tell-when-a-sync-fails.json'));
	await n8n.activate(example);
	service.setFaults([{ kind: 'status', status: 401 }]);
	const parameters = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
	const schedule = { name: 'Schedule', type: 'n8n-nodes-base.scheduleTrigger', parameters };
	const nodes = [schedule, customerData(credential)];
	const sync = await n8n.createWorkflow(workflow('Sync', nodes, { errorWorkflow: example.id }));
	await n8n.activate(sync);

	await expect.poll(mail).toContain(`/workflow/${sync.id}/executions/`);
	expect(mail()).toContain('To: you@example.com');
	expect(mail()).toContain('Subject: Sync failed');
	expect(mail()).toContain('did not accept the API key or the company ID (status 401)');
	expect(mail()).toContain('Check both in the credential');
});

test('emails what differs, and nothing where nothing does', async ({ page, n8n, service }) => {
	const { port, mail } = await startMailServer();
	const data = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	await n8n.createCredential({ name: 'SMTP account', type: 'smtp', data });
	const project = await n8n.personalProjectId();
	const table = await n8n.createTable(project, TABLE_NAME, TABLE_COLUMNS);
	const path = `/projects/${project}/data-tables/${table}/insert`;
	const insert = async (rows: Row[]) => await n8n.call('POST', path, z.unknown(), { data: rows });
	const [first = {}, second = {}, third = {}, fourth = {}, , ...others] = expectedRows(service);
	const shipped = readExample('what-differs.json');
	const example = withNodes(shipped, { 'Send an email': { disabled: false } });
	const workflow = await n8n.createWorkflow(example);
	await insert([
		{ ...first, city: 'Gent', phone: '' },
		{ ...second, company: 'Renamed by hand' },
		{ ...third, active: false },
		{ ...fourth, code: 'OLD-4' },
		{ code: 'X1', company: 'Left long ago', active: true },
		...others,
	]);
	assertSuccess(await n8n.run(workflow, triggerOf(example)));
	await expect
		.poll(mail)
		.toContain('Subject: Customers: 1 to create, 3 to update, 1 to mark as inactive, 1 held');
	const html = htmlOf(mail());
	await page.setContent(html);
	const cells = page.getByRole('row').filter({ hasText: 'City' }).getByRole('cell');
	await expect(cells).toHaveText([
		`${first.company}${first.code}`,
		`Phone: [empty] → ${first.phone}City: Gent → ${first.city}`,
	]);
	const area = await areaOf(page.locator('body > *'));
	await takePicture(page, 'email-what-differs', area);

	const before = mail();
	await n8n.call('DELETE', `/projects/${project}/data-tables/${table}`, z.unknown());
	const inStep = await n8n.createTable(project, TABLE_NAME, TABLE_COLUMNS);
	await n8n.call('POST', path.replace(table, inStep), z.unknown(), { data: expectedRows(service) });
	assertSuccess(await n8n.run(workflow, triggerOf(example)));
	expect(mail()).toBe(before);
});

/** The HTML of a mail, which n8n encodes in either way. */
function htmlOf(mail: string): string {
	const [, head = '', body = ''] = /Subject:(.*?)\n\n(.*)\n\.(?:\n|$)/s.exec(mail) ?? [];
	if (head.includes('base64')) return Buffer.from(body, 'base64').toString('utf8');
	const bytes = body.replace(/=([\dA-F]{2})/g, (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Just enough SMTP (RFC 5321) to receive mails. */
async function startMailServer() {
	const port = await getPort();
	const lines: string[] = [];
	const server = createServer(async (socket) => {
		socket.write('220 ready\r\n');
		for await (const line of createInterface({ input: socket })) {
			lines.push(line);
			if (line === 'DATA') socket.write('354 go on\r\n');
			else if (/^(EHLO|MAIL|RCPT|\.$|QUIT)/.test(line)) socket.write('250 ok\r\n');
		}
	});
	server.listen(port, '127.0.0.1').unref();
	// Quoted-printable encoding breaks long lines with an equals sign.
	const mail = () => lines.join('\n').replaceAll('=\n', '');
	return { port, mail };
}
