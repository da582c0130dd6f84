import type { NodeExecutionHint } from 'n8n-workflow';
import type { ReadResult } from './readList';

/** What the items alone do not show. */
export function hintsFor(results: ReadResult[]): NodeExecutionHint[] {
	const cut = results.filter(({ more }) => more);
	const returned = cut.reduce((sum, { records }) => sum + records.length, 0);
	const retries = results.reduce((sum, result) => sum + result.retries, 0);
	return [
		...(cut.length > 0 ? [hint(cutShort(returned))] : []),
		...(retries > 0 ? [hint(retried(retries))] : []),
	];
}

function cutShort(returned: number): string {
	const records = returned === 1 ? '1 record was' : `${returned} records were`;
	return `${records} returned, and the service has more. Turn on 'Return All' to get them all.`;
}

function retried(retries: number): string {
	return retries === 1 ? '1 request was retried.' : `${retries} requests were retried.`;
}

function hint(message: string): NodeExecutionHint {
	return { message, location: 'outputPane', type: 'info' };
}
