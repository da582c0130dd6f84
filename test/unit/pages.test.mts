import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PageNotRead } from '../../nodes/CustomerData/core/failure';
import type { Answer, DataRecord } from '../../nodes/CustomerData/core/page';
import { readPages } from '../../nodes/CustomerData/core/pages';

const record = (index: number): DataRecord => ({ index });

/** A list served in pages of the given sizes, the way the chain of headers tells. */
function serve(sizes: number[]): { list: DataRecord[]; fetch(offset: number): Promise<Answer> } {
	const list = Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, i) =>
		record(i),
	);
	const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
	return {
		list,
		fetch: async (offset) => {
			const page = starts.indexOf(offset);
			const size = sizes[page];
			if (size === undefined) throw new Error(`No page starts at ${offset}`);
			return {
				page: { records: list.slice(offset, offset + size), next: starts[page + 1] },
			};
		},
	};
}

async function collect(pages: AsyncIterable<{ records: DataRecord[] }>): Promise<DataRecord[]> {
	const records: DataRecord[] = [];
	for await (const page of pages) records.push(...page.records);
	return records;
}

describe('readPages', () => {
	it('yields every record once and in order, whatever the sizes of the pages', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 30 }),
				async (sizes) => {
					const { list, fetch } = serve(sizes);
					expect(await collect(readPages(fetch, 0))).toEqual(list);
				},
			),
		);
	});

	it('yields one empty page for an empty list', async () => {
		const pages = [];
		const fetch = async (): Promise<Answer> => ({ page: { records: [], next: undefined } });
		for await (const page of readPages(fetch, 0)) pages.push(page);
		expect(pages).toEqual([{ records: [], next: undefined }]);
	});

	it('starts at the offset that it is given', async () => {
		const { list, fetch } = serve([10, 10, 10]);
		expect(await collect(readPages(fetch, 10))).toEqual(list.slice(10));
	});

	it('asks for nothing after the last page', async () => {
		const asked: number[] = [];
		const { fetch } = serve([5, 5]);
		const watched = async (offset: number) => {
			asked.push(offset);
			return await fetch(offset);
		};
		await collect(readPages(watched, 0));
		expect(asked).toEqual([0, 5]);
	});

	it('ends with the failure and the offset of the page that could not be had', async () => {
		const { fetch } = serve([5, 5, 5]);
		const failing = async (offset: number): Promise<Answer> =>
			offset === 10 ? { failure: { kind: 'connection', code: 'ECONNRESET' } } : await fetch(offset);
		const error = await collect(readPages(failing, 0)).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(PageNotRead);
		expect(error).toMatchObject({
			offset: 10,
			failure: { kind: 'connection', code: 'ECONNRESET' },
		});
	});
});
