import type { NodeExecutionHint } from 'n8n-workflow';
import type { ReadResult } from './readList';

const CUTS = [
	['limit', "Turn on 'Return All' to get all of them."],
	['maxRecords', "Raise 'Max Records' or remove it to get all of them."],
] as const;

/** What the items alone do not show. */
export function hintsFor(results: ReadResult[]): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	const add = (type: 'info' | 'warning', message: string) =>
		hints.push({ message, type, location: 'outputPane' });
	for (const [parameter, advice] of CUTS) {
		const cut = results.filter(({ cutBy }) => cutBy === parameter);
		if (cut.length === 0) continue;
		const count = cut.reduce((sum, { records }) => sum + records.length, 0);
		const records = count === 1 ? '1 record was' : `${count} records were`;
		add('info', `${records} returned, but the service has more. ${advice}`);
	}
	const retries = results.reduce((sum, result) => sum + result.retries, 0);
	if (retries > 0)
		add('info', `${retries} ${retries === 1 ? 'request was' : 'requests were'} retried.`);
	if (results.some(({ moved }) => moved)) {
		add(
			'warning',
			"The list changed while it was read, so records can be missing or come twice. To prevent this, add 'Consistent Read' under 'Options' and turn it on.",
		);
	}
	return hints;
}
