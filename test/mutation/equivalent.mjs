import { readFileSync } from 'node:fs';

/**
 * Code whose mutants behave exactly as it does, so that no test can kill them. `code` is the smallest
 * expression that holds such a mutant, as it stands in the file; Stryker leaves all of it alone.
 *
 * @type {Array<{ file: string, code: string, reason: string }>}
 */
const EQUIVALENT = [
	{
		file: 'nodes/CustomerData/methods/fields.ts',
		code: "'node'",
		reason: 'Where no option is set, every node reads the defaults.',
	},
	{
		file: 'nodes/CustomerData/read/readList.ts',
		code: 'more: false',
		reason: 'Every read that ends has a page, which sets it.',
	},
	{
		file: 'nodes/CustomerData/transport/page.ts',
		code: "'GET'",
		reason: "n8n's helper sends GET when it is given no method.",
	},
	{
		file: 'nodes/CustomerData/transport/transport.ts',
		code: "''",
		reason: "n8n's helper hands the id on, and reads nothing by it.",
	},
	{
		file: 'nodes/CustomerData/watch/state.ts',
		code: 'this.stamp + 1',
		reason: 'Counting down changes the stamp as well.',
	},
];

for (const { file, code } of EQUIVALENT) {
	const found = readFileSync(file, 'utf8').split(code).length - 1;
	if (found !== 1) throw new Error(`${file} contains this ${found} times instead of once: ${code}`);
}

const ignorer = {
	shouldIgnore(path) {
		const { filename } = path.hub.file.opts;
		const named = EQUIVALENT.find(
			({ file, code }) => filename.endsWith(file) && path.getSource() === code,
		);
		return named?.reason;
	},
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'equivalent', value: ignorer }];
