import { setTimeout as sleep } from 'node:timers/promises';

export const PAGE_SIZE = 50;

/** The lower bound for any reader: requests pages at known offsets in parallel, and checks nothing. */
export async function readPages<T>(
	records: number,
	parallelRequests: number,
	request: (offset: number) => Promise<T[]>,
): Promise<T[]> {
	const pages: T[][] = [];
	let next = 0;
	const readOn = async (_: unknown, reader: number) => {
		// Requests that start all at once hold each other up, round after round.
		await sleep(reader);
		while (next * PAGE_SIZE < records) {
			const page = next++;
			pages[page] = await request(page * PAGE_SIZE);
		}
	};
	await Promise.all(Array.from({ length: parallelRequests }, readOn));
	return pages.flat();
}
