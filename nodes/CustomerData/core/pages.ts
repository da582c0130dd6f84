import { PageNotRead } from './failure';
import type { Answer, Page } from './page';

/**
 * Yields the pages of a list in order, along the chain that the service lays
 * (specification, section 4.5 rule 6): each page names the offset of the next one.
 *
 * @param fetchPage asks for the page at a record offset
 * @param offset of the first record to read
 * @throws PageNotRead at the first page that cannot be had
 */
export async function* readPages(
	fetchPage: (offset: number) => Promise<Answer>,
	offset: number,
): AsyncGenerator<Page, void, void> {
	let next: number | undefined = offset;
	while (next !== undefined) {
		const answer: Answer = await fetchPage(next);
		if ('failure' in answer) throw new PageNotRead(answer.failure, next);
		yield answer.page;
		next = answer.page.next;
	}
}
