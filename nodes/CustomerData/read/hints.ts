import type { NodeExecutionHint } from 'n8n-workflow';
import type { ReadResult } from './readList';

/** What the items alone do not show. */
export function hintsFor(results: ReadResult[]): NodeExecutionHint[] {
	const messages: string[] = [];
	const cut = results.filter(({ more }) => more);
	if (cut.length > 0) {
		const count = cut.reduce((sum, { records }) => sum + records.length, 0);
		const records = count === 1 ? '1 record was' : `${count} records were`;
		messages.push(
			`${records} returned, but the service has more. Turn on 'Return All' to get all of them.`,
		);
	}
	const retries = results.reduce((sum, result) => sum + result.retries, 0);
	if (retries > 0)
		messages.push(`${retries} ${retries === 1 ? 'request was' : 'requests were'} retried.`);
	return messages.map((message) => ({ message, location: 'outputPane', type: 'info' }));
}
