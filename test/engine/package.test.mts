import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { types } from './support/builtPackage.mts';

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
	dependencies?: object;
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));

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
	it('holds what n8n loads, its papers, and nothing else', () => {
		const files = packedFiles();
		const papers = ['LICENSE.md', 'README.md', 'package.json'];
		expect(files).toEqual(expect.arrayContaining([...papers, ...manifest.n8n.nodes]));
		expect(files).toEqual(expect.arrayContaining(manifest.n8n.credentials));
		const others = files.filter(
			(file) =>
				!papers.includes(file) &&
				!/^dist\/(credentials|icons|nodes)\/.*\.(js|json|svg)$/.test(file),
		);
		expect(others).toEqual([]);
	});

	it('brings no dependency along', () => {
		expect(manifest.dependencies).toBeUndefined();
	});

	it('is loaded by n8n with its nodes, its credential, their icons and the tool variant', () => {
		expect(types.nodes).toMatchObject([
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
		expect(types.nodes[1]).not.toHaveProperty('usableAsTool');
		expect(types.credentials).toMatchObject([
			{
				name: 'customerDataApi',
				displayName: 'Customer Data API',
				iconUrl: { light: `icons/${manifest.name}/dist/icons/customerData.svg` },
			},
		]);
	});
});
