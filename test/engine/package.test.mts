import { execSync } from 'node:child_process';
import { loadOutputSchema, PackageDirectoryLoader } from 'n8n-core';
import { expect, it } from 'vitest';
import { packageTypes } from '../../harness/engine/packageTypes.mts';
import { readCustomers } from '../../harness/engine/runNode.mts';
import { RESOURCES } from '../../nodes/CustomerData/resources';
import { credentialFor, useOwnService } from './support/service.mts';
import { ActiveTrigger } from './support/trigger.mts';

const DOCUMENTS = ['LICENSE.md', 'README.md', 'package.json'];
const service = useOwnService();
const loader = new PackageDirectoryLoader(process.cwd());
await loader.loadAll();
const { name, n8n, ...manifest } = loader.packageJson;

it('the package contains what n8n loads, its documents, and nothing else', () => {
	const [packed] = JSON.parse(
		execSync('npm pack --dry-run --json 2>/dev/null', { encoding: 'utf8' }),
	);
	const files: string[] = packed.files.map(({ path }: { path: string }) => path);
	const loaded = [...(n8n?.nodes ?? []), ...(n8n?.credentials ?? [])];
	expect(loaded).toHaveLength(3);
	expect(files).toEqual(expect.arrayContaining([...DOCUMENTS, ...loaded]));
	const isOurs = /^dist\/(credentials|icons|nodes)\/.*\.(js|json|svg)$/;
	expect(files.filter((file) => !isOurs.test(file)).sort()).toEqual(DOCUMENTS);
});

it('the package has no dependencies', () => {
	expect(manifest).not.toHaveProperty('dependencies');
});

it('the package loads in n8n with its nodes, its credential, their icons and categories', () => {
	const icons = `icons/${name}/dist/icons/customerData`;
	const iconUrl = { light: `${icons}.svg`, dark: `${icons}.dark.svg` };
	const codex = { categories: expect.arrayContaining(['Sales']) };
	const pollTimes = expect.objectContaining({ name: 'pollTimes' });
	const properties = expect.arrayContaining([pollTimes]);
	expect(loader.types.nodes).toMatchObject([
		{ name: 'customerData', usableAsTool: {}, iconUrl, codex },
		{ name: 'customerDataTrigger', iconUrl, codex, properties },
	]);
	expect(loader.types.nodes[1]).not.toHaveProperty('usableAsTool');
	expect(loader.types.credentials).toMatchObject([{ name: 'customerDataApi', iconUrl }]);
});

it('the built node reads every customer', async () => {
	const { type } = loader.getNode('customerData');
	if ('nodeVersions' in type) throw new Error('The node has versions');
	const types = packageTypes([type], loader.getCredential('customerDataApi').type);
	const { records, error } = await readCustomers(service(), {}, { types });
	expect(error).toBeUndefined();
	expect(records).toEqual(service().lists.GetCustomers.page(0, 1240));
});

/** What n8n shows of an output before there is one: the type of each field. */
function shownTypes(resource: string, operation?: string): unknown {
	const nodeDir = `${process.cwd()}/dist/nodes/CustomerData`;
	const place = { nodeDir, version: 1, resource, ...(operation !== undefined && { operation }) };
	return loadOutputSchema(place)?.properties;
}

const typesIn = (output: object = {}) =>
	Object.fromEntries(
		Object.entries(output).map(([field, value]) => [field, { type: typeof value }]),
	);

it.each(RESOURCES)('n8n knows the fields of an event of $name', async ({ value: resource }) => {
	const options = { emitExisting: true, maxEvents: 1 };
	const parameters = { resource, operationName: 'GetSuppliers', events: ['created'], options };
	const trigger = new ActiveTrigger({ credential: credentialFor(service()), parameters });
	const [event] = (await trigger.poll()) ?? [];
	expect(shownTypes(resource)).toEqual(typesIn(event));
});

it.each(['get', 'getAll', 'search'])(
	'n8n knows the fields of a customer group: %s',
	(operation) => {
		const group = service().lists.GetCustomerGroups.at(0);
		expect(shownTypes('customerGroup', operation)).toEqual(typesIn(group));
	},
);
