import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { OPTIONS, readOptions } from '../../nodes/CustomerData/parameters/options';
import { RESOURCES } from '../../nodes/CustomerData/resources';

const readme = readFileSync('README.md', 'utf8');

function section(heading: string): string {
	const start = readme.indexOf(`\n${heading}\n`);
	return start < 0 ? '' : readme.slice(start, readme.indexOf('\n## ', start + 1));
}

describe('the README', () => {
	it.each(RESOURCES)('lists the resource $name', ({ name }) => {
		expect(section('## Operations')).toContain(`| **${name}** | Get Many |`);
	});

	it.each(Object.entries(readOptions('node', {})))(
		'lists the option %s with what it means not to add it: %j',
		(name, value) => {
			const words = new Map<unknown, string>([
				[false, 'off'],
				[Infinity, 'no maximum'],
				['error', 'Stop'],
			]);
			const unset = Array.isArray(value) ? /all|none/ : (words.get(value) ?? String(value));
			const title = Object.entries(OPTIONS).find(([key]) => key === name)?.[1].displayName;
			const lines = section('## Operations').split('\n');
			const row = lines.find((line) => line.startsWith(`| **${title}**`));
			expect(row?.split('|')[2]?.trim()).toMatch(unset);
		},
	);

	// The package on npm shows the README alone; the editor links to the last three there.
	it.each([
		...['## Installation', '## Operations', '## Compatibility', '## Usage', '## Resources'],
		...['## Credentials', '### Customer Data', '### Customer Data Trigger'],
	])("has the heading that n8n's guidelines or the editor need: %s", (heading) => {
		expect(section(heading)).not.toBe('');
	});
});
