/**
 * Code whose mutants behave exactly as it does, so that no test can kill them. `code` is the smallest
 * expression that holds such a mutant, as it stands in the file, once; Stryker leaves it alone.
 *
 * @type {Array<{ file: string, code: string, reason: string }>}
 */
export const EQUIVALENT = [
	{
		file: 'nodes/CustomerData/methods/fields.ts',
		code: "'node'",
		reason: 'Where no option is set, every node reads the defaults.',
	},
	{
		file: 'nodes/CustomerData/api/connection.ts',
		code: 'if (known) return known;',
		reason: 'A credential that is checked again is found to be as it was.',
	},
	{
		file: 'nodes/CustomerData/api/request.ts',
		code: "'GET'",
		reason: "n8n's helper sends GET when it is given no method.",
	},
	{
		file: 'nodes/CustomerData/api/request.ts',
		code: "''",
		reason: "n8n's helper hands the id on, and reads nothing by it.",
	},
];

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
