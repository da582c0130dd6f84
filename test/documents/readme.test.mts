import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operationProperties } from '../../nodes/CustomerData/operations/operations';
import { RESOURCES } from '../../nodes/CustomerData/resources';

const readme = readFileSync('README.md', 'utf8');

function section(heading: string): string {
	const start = readme.indexOf(`\n${heading}\n`);
	const end = heading.startsWith('###') ? /\n###? / : /\n## /;
	return start < 0 ? '' : (readme.slice(start + 1).split(end)[0] ?? '');
}

const operation = operationProperties.find(({ name }) => name === 'operation');
const operationNames = (operation?.options ?? []).map(({ name }) => name);

describe('the README', () => {
	it('lists each resource with its operations, and no other', () => {
		const [table = ''] = /(?:^\|.*\n)+/m.exec(section('## Operations')) ?? [];
		const [, , ...rows] = table
			.split('\n')
			.map((line) => line.split(' | ').slice(0, 2).join(' | '));
		const all = operationNames.join(', ');
		expect(rows.filter(Boolean)).toEqual(RESOURCES.map(({ name }) => `| **${name}** | ${all}`));
	});

	it('names the versions of n8n and Node.js that are tested', () => {
		const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
		const { n8n: newest } = read('harness/install/package.json').dependencies;
		const [, oldest] = /^n8n-(.+)$/m.exec(readdirSync('test/n8n/hosts').join('\n')) ?? [];
		for (const version of [newest, oldest]) expect(section('## Compatibility')).toContain(version);
		expect(readme).toContain(`self-hosted n8n ${oldest} or newer`);
		const node = String(read('package.json').engines.node).replace('>=', 'Node.js ');
		expect(section('## Try it')).toContain(`${node} or newer`);
	});

	// The package on npm shows the README alone; the editor links to the last three there.
	it.each([
		...['## Installation', '## Operations', '## Compatibility', '## Usage', '## Resources'],
		...['## Credentials', '### Customer Data', '### Customer Data Trigger'],
	])("has the heading that n8n's guidelines or the editor need: %s", (heading) => {
		expect(section(heading)).not.toBe('');
	});
});

it('.ci/run calls the commands of the README before it installs more than they do', () => {
	const commands = [...readme.matchAll(/^npm ci && .+$/gm)].map(([command]) => command);
	expect(commands).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
	const lines = readFileSync('.ci/run', 'utf8').split('\n');
	// The packages are installed once. The demo is told to exit when it is done.
	const calls = lines.map((line) => line.replace(/ -- .*/, '').trim());
	for (const call of commands.flatMap((command) => command.split(' && '))) {
		expect(calls).toContain(call);
	}
	const inOrder = calls.filter((call) => /^(npm ci|together .*|npm run tools)$/.test(call));
	expect(inOrder.slice(0, 3)).toEqual(['npm ci', 'together tests demo', 'npm run tools']);
});
