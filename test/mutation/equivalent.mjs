/**
 * Code whose mutants behave exactly as it does, so that no test can kill them. `code` is the smallest
 * expression that holds such a mutant, as it stands in the file, once; Stryker leaves it alone.
 *
 * @type {Array<{ file: string, code: string, reason: string }>}
 */
export const EQUIVALENT = [
	{
		file: 'nodes/CustomerData/api/failures.ts',
		code: "fill = ''",
		reason: 'Words that leave nothing open ignore it.',
	},
	{
		file: 'nodes/CustomerData/api/json.ts',
		code: '[value].filter(isNested)',
		reason: 'What holds nothing has no level below it.',
	},
	{
		file: 'nodes/CustomerData/api/json.ts',
		code: 'at < json.length',
		reason: 'Beyond the end, there is no character to look at.',
	},
	{
		file: 'nodes/CustomerData/api/page.ts',
		code: "more ?? ''",
		reason: 'Without the header, no flag is true.',
	},
	{
		file: 'nodes/CustomerData/api/status.ts',
		code: 'status < 500',
		reason: 'Status 500 has a row of its own.',
	},
	{
		file: 'nodes/CustomerData/paging/progress.ts',
		code: '{ offset: 0, records: [], next: undefined }',
		reason: 'The first page replaces it.',
	},
	{
		file: 'nodes/CustomerData/paging/progress.ts',
		code: 'taken: PlacedPage[] = []',
		reason: 'Only pages are compared with it.',
	},
	{
		file: 'nodes/CustomerData/paging/resume.ts',
		code: 'rows.at(-1)?.push(place)',
		reason: 'A row precedes it.',
	},
	{
		file: 'nodes/CustomerData/paging/tail.ts',
		code: '{ records: [], texts: [] }',
		reason: 'No page is this list of records.',
	},
	{
		file: 'nodes/CustomerData/paging/tail.ts',
		code: 'this.page.records !== records',
		reason: 'A short cut: the same records have the same texts.',
	},
	{
		file: 'nodes/CustomerData/paging/tail.ts',
		code: 'names.join() === this.names.join()',
		reason: 'A short cut: the fields are in the usual order.',
	},
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
	{
		file: 'nodes/CustomerData/watch/readList.ts',
		code: 'page += 1',
		reason: 'Any other number for each page would do.',
	},
	{
		file: 'nodes/CustomerData/watch/state.ts',
		code: 'one < other',
		reason: 'No two entries have the same key.',
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
