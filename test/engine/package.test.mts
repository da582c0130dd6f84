import { execFileSync } from 'node:child_process';
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

/** What `npm publish` would send. */
function packedFiles(): string[] {
	const packed: Array<{ files: Array<{ path: string }> }> = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json'], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	);
	return packed.flatMap(({ files }) => files.map(({ path }) => path));
}

describe('the package', () => {
	it('contains what n8n loads, its documents, and nothing else', () => {
		const files = packedFiles();
		const documents = ['LICENSE.md', 'README.md', 'package.json'];
		expect(files).toEqual(expect.arrayContaining([...documents, ...manifest.n8n.nodes]));
		expect(files).toEqual(expect.arrayContaining(manifest.n8n.credentials));
		const others = files.filter(
			(file) =>
				!documents.includes(file) &&
				!/^dist\/(credentials|icons|nodes)\/.*\.(js|json|svg)$/.test(file),
		);
		expect(others).toEqual([]);
	});

	it('has no dependencies', () => {
		expect(manifest.dependencies).toBeUndefined();
	});

	it('loads in n8n with its nodes, its credential, their icons and the tool variant', () => {
		expect(loader.types.nodes).toMatchObject([
			{
				name: 'customerData',
				displayName: 'Customer Data',
				usableAsTool: true,
				iconUrl: {
					light: `icons/${manifest.name}/dist/icons/customerData.svg`,
					dark: `icons/${manifest.name}/dist/icons/customerData.dark.svg`,
				},
				codex: { categories: expect.arrayContaining(['Sales']) },
			},
			{
				name: 'customerDataTrigger',
				displayName: 'Customer Data Trigger',
				polling: true,
				iconUrl: { light: `icons/${manifest.name}/dist/icons/customerData.svg` },
				properties: expect.arrayContaining([expect.objectContaining({ name: 'pollTimes' })]),
			},
		]);
		expect(loader.types.nodes[1]).not.toHaveProperty('usableAsTool');
		expect(loader.types.credentials).toMatchObject([
			{
				name: 'customerDataApi',
				displayName: 'Customer Data API',
				iconUrl: { light: `icons/${manifest.name}/dist/icons/customerData.svg` },
			},
		]);
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
