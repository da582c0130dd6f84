import type { Client, Envelope, Reply } from './client.mts';

type DataRecord = Envelope['Payload'][number];

/** The most pages read of a list, to be gentle on the service. */
export const MOST_PAGES = 5;

export function promisesMore({ headers }: Reply): boolean {
	return headers.get('x-page-more')?.toLowerCase() === 'true';
}

export function recordsIn(reply: Reply): DataRecord[] {
	if (reply.envelope === undefined) {
		throw new Error(`Expected an envelope; status ${reply.status}, body: ${excerpt(reply.text)}`);
	}
	return reply.envelope.Payload;
}

/** The first pages of a list, along the headers (section 4.5, rule 6). */
export async function firstPages(
	client: Client,
	operation: string,
	limit: number,
): Promise<Reply[]> {
	const pages: Reply[] = [];
	let offset = 0;
	while (pages.length < MOST_PAGES) {
		const page = await client.page(operation, offset, limit);
		pages.push(page);
		if (!promisesMore(page)) break;
		offset = Number(page.headers.get('x-page-next'));
	}
	return pages;
}

export function excerpt(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 160 ? `${line.slice(0, 160)}…` : line || '(empty)';
}
