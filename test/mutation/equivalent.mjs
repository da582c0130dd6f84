/**
 * Code whose mutants behave exactly as it does, so that no test can kill them. `code` is the smallest
 * expression that holds such a mutant, as it stands in the file, once; Stryker leaves it alone.
 *
 * @type {Array<{ file: string, code: string, reason: string }>}
 */
export const EQUIVALENT = [
	{
		file: 'nodes/CustomerData/methods/fieldChoices.ts',
		code: "'getAll'",
		reason: 'Where no option is set, every node reads the defaults.',
	},
	{
		file: 'nodes/CustomerData/api/client.ts',
		code: "''",
		reason: "n8n's helper hands the id on, and reads nothing by it.",
	},
	{
		file: 'nodes/CustomerData/nodeErrors.ts',
		code: 'itemIndex === undefined',
		reason: "To n8n's errors, an index that is undefined is none.",
	},
	{
		file: 'nodes/CustomerData/paging/tail.ts',
		code: 'last.length > 2 * LENGTH',
		reason: 'Only memory can tell how many records are kept.',
	},
	{
		file: 'nodes/CustomerData/parameters/values.ts',
		code: "typeof number === 'number'",
		reason: 'TypeScript asks for it; nothing else is a whole number.',
	},
	{
		file: 'nodes/CustomerData/parameters/values.ts',
		code: `{
		return undefined;
	}`,
		reason: 'A function that ends returns undefined, too.',
	},
	{
		file: 'nodes/CustomerData/read/fieldPicker.ts',
		code: 'if (this.chosen.size === 0) return;',
		reason: 'It saves the names of fields that nobody asks for.',
	},
	{
		file: 'nodes/CustomerData/read/readRecords.ts',
		code: 'records: DataRecord[] = []',
		reason: 'The first page takes away what stands there.',
	},
	{
		file: 'nodes/CustomerData/read/readRecords.ts',
		code: '{ read: 0, isCut: false }',
		reason: 'Every read that does not throw has a page, which sets both.',
	},
	{
		file: 'nodes/CustomerData/read/search.ts',
		code: '/^[\\0-\\x7f]*$/.test(text)',
		reason: 'A short cut: in such text, there is nothing else to do.',
	},
	{
		file: 'nodes/CustomerData/watch/identity.ts',
		code: 'fields.length === 0 && ignored.length === 0',
		reason: 'A short cut: every field is watched.',
	},
	{
		file: 'nodes/CustomerData/watch/readList.ts',
		code: 'fields.length > 0 ? contentHashOf(record) : hash',
		reason: 'A short cut: without chosen fields, both hashes are of the same.',
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
