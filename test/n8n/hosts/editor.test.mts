import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Credential } from '../../../harness/n8n/rest.mts';
import { NODE_NAME, NODE_TYPE } from '../../../harness/workflow/nodes.mts';
import { credentialsOf } from '../../../harness/workflow/workflow.mts';
import { onEachHost, test } from './hosts.mts';

const ICON = join(import.meta.dirname, '../../../icons/customerData.svg');
const OPTIONS = '/dynamic-node-parameters/options';

const fieldsSchema = z.array(z.object({ name: z.string() }));

const nodeTypesSchema = z.array(
	z.object({ displayName: z.string(), iconUrl: z.object({ light: z.string() }) }),
);

onEachHost((quick) => {
	test('shows the node with its icon', quick, async ({ scene: { rest } }) => {
		const nodeInfos = [{ name: NODE_TYPE, version: 1 }];
		const [node] = await rest.call('POST', '/node-types', nodeTypesSchema, { nodeInfos });
		assert.equal(node?.displayName, NODE_NAME);
		const icon = await fetch(`${rest.url}/${node.iconUrl.light}`);
		assert.equal(await icon.text(), await readFile(ICON, 'utf8'));
	});

	test('offers the fields of the first record', quick, async ({ scene }) => {
		const { rest, credential, service } = scene;
		const fields = await rest.call('POST', OPTIONS, fieldsSchema, fieldsOf(credential));
		const names = Object.keys(service.lists.GetCustomers.at(0) ?? {});
		const offered = fields.map(({ name }) => name);
		assert.deepEqual(offered, names.sort());
	});

	test('says in the credential test what is wrong', quick, async ({ scene }) => {
		const { rest, credential } = scene;
		for (const [changed, reason] of [
			[{ apiKey: 'wrong' }, /status 401/],
			[{ baseUrl: 'http://127.0.0.1:9' }, /Could not reach .* the container itself/],
		] as const) {
			const data = { ...credential.data, ...changed };
			const { status, message } = await rest.testCredential({ ...credential, data });
			assert.equal(status, 'Error');
			assert.match(message, reason);
		}
	});

	test('says that fields cannot be listed where the credential has an expression', async ({
		scene: { rest, credential },
	}) => {
		for (const companyId of ['={{ $json.companyId }}', '={{ $("Companies").item.json.id }}']) {
			const { name, type, data } = credential;
			const draft = { name: `${name} ${companyId}`, type, data: { ...data, companyId } };
			const asked = fieldsOf(await rest.createCredential(draft));
			const loading = rest.call('POST', OPTIONS, fieldsSchema, asked);
			await assert.rejects(loading, /because the credential contains an expression\. .*Type/);
		}
	});
});

/** What the editor sends to list the fields to choose from. */
function fieldsOf(credential: Credential) {
	return {
		path: 'parameters.options.fields',
		methodName: 'getFields',
		nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
		currentNodeParameters: { resource: 'customer', operation: 'getAll', returnAll: true },
		credentials: credentialsOf(credential),
	};
}
