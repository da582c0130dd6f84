import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { packageTypes } from './support/packageTypes.mts';
import { readCustomers } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { PASSED, testCredential } from './support/testCredential.mts';
import { ActiveTrigger, eventsOf } from './support/trigger.mts';

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
	dependencies?: object;
}

const DOCUMENTS = ['LICENSE.md', 'README.md', 'package.json'];
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const loader = new PackageDirectoryLoader(process.cwd());
await loader.loadAll();
const types = packageTypes(
	['customerData', 'customerDataTrigger'].map(builtNode),
	loader.getCredential('customerDataApi').type,
);

function builtNode(name: string): INodeType {
	const { type } = loader.getNode(name);
	if ('nodeVersions' in type) throw new Error(`${name} has versions`);
	return type;
}

describe('the package', () => {
	it('contains what n8n loads, its documents, and nothing else', () => {
		const [packed] = JSON.parse(
			execSync('npm pack --dry-run --json 2>/dev/null', { encoding: 'utf8' }),
		);
		const files: string[] = packed.files.map(({ path }: { path: string }) => path);
		const { nodes, credentials } = manifest.n8n;
		expect(files).toEqual(expect.arrayContaining([...DOCUMENTS, ...nodes, ...credentials]));
		const isOurs = /^dist\/(credentials|icons|nodes)\/.*\.(js|json|svg)$/;
		expect(files.filter((file) => !isOurs.test(file)).sort()).toEqual(DOCUMENTS);
	});

	it('has no dependencies', () => {
		expect(manifest.dependencies).toBeUndefined();
	});

	it('loads in n8n with its nodes, its credential, their icons and categories', () => {
		const icons = `icons/${manifest.name}/dist/icons/customerData`;
		const iconUrl = { light: `${icons}.svg`, dark: `${icons}.dark.svg` };
		const codex = { categories: expect.arrayContaining(['Sales']) };
		expect(loader.types.nodes).toMatchObject([
			{ name: 'customerData', usableAsTool: true, iconUrl, codex },
			{
				name: 'customerDataTrigger',
				iconUrl,
				codex,
				properties: expect.arrayContaining([expect.objectContaining({ name: 'pollTimes' })]),
			},
		]);
		expect(loader.types.nodes[1]).not.toHaveProperty('usableAsTool');
		expect(loader.types.credentials).toMatchObject([{ name: 'customerDataApi', iconUrl }]);
	});
});

describe('the built code, as n8n loads it', () => {
	const service = useOwnService();

	it('reads every customer', async () => {
		const { records, error } = await readCustomers(service(), {}, { types });
		expect(error).toBeUndefined();
		expect(records).toEqual(service().lists.GetCustomers.page(0, 1240));
	});

	it('emits what changed since the last poll of the trigger', async () => {
		const trigger = new ActiveTrigger({ credential: credentialFor(service()), types });
		expect(await trigger.poll()).toBeNull();
		service().lists.GetCustomers.insert({ Code: 'NEW' });
		expect(eventsOf(await trigger.poll())).toEqual(['created NEW']);
	});

	it('tests a credential', async () => {
		expect(await testCredential(credentialFor(service()), types)).toBe(PASSED);
	});
});
