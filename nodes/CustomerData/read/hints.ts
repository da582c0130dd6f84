import type { NodeExecutionHint } from 'n8n-workflow';
import { MAX_PAGE_SIZE } from '../transport/envelope';
import type { ReadResult } from './readList';

/** What the items alone do not show. */
export function hintsFor(results: ReadResult[]): NodeExecutionHint[] {
	return [
		...[...infos(results)].map((message) => hint('info', message)),
		...[...warnings(results)].map((message) => hint('warning', message)),
	];
}

function hint(type: 'info' | 'warning', message: string): NodeExecutionHint {
	return { message, type, location: 'outputPane' };
}

/** What to do about a cut, for reads without and with Return All. */
const CUTS = [
	{ returnAll: false, advice: `'Limit' goes up to ${MAX_PAGE_SIZE}; turn on 'Return All'` },
	{ returnAll: true, advice: "Raise 'Max Records' or remove it" },
];

function* infos(results: ReadResult[]): Generator<string> {
	const lists = results.filter((result) => !isSearch(result));
	const searches = results.filter(isSearch);
	for (const { returnAll, advice } of CUTS) {
		const isCut = (result: ReadResult) => result.isCut && result.request.returnAll === returnAll;
		const returned = sumOf(lists.filter(isCut), ({ records }) => records.length);
		if (returned > 0) {
			yield `${counted(returned, 'record')} returned, but the service has more. ${advice} to get all of them.`;
		}
		const found = sumOf(searches.filter(isCut), ({ records }) => records.length);
		if (found > 0) {
			yield `${counted(found, 'record')} found, and there may be more. ${advice} to find all of them.`;
		}
	}
	const inVain = searches.filter(({ records }) => records.length === 0);
	const read = sumOf(inVain, (result) => result.read);
	if (read > 0) {
		yield `${counted(read, 'record')} read, and none contains all the words in 'Search'.`;
	}
	if (results.some(({ request, read }) => read === 0 && request.options.offset > 0)) {
		yield "The list ends before 'Offset'. To get records, lower 'Offset' under 'Options'.";
	}
	const retries = sumOf(results, (result) => result.retries);
	if (retries > 0) yield `${counted(retries, 'request')} retried.`;
}

function* warnings(results: ReadResult[]): Generator<string> {
	const moved = results.filter((result) => result.moved);
	if (moved.length === 0) return;
	const first = moved.every(({ request }) => request.returnAll) ? '' : "turn on 'Return All', ";
	yield `The list changed while it was read, so records can be missing or come twice. To prevent this, ${first}add 'Consistent Read' under 'Options' and turn it on.`;
}

function isSearch({ request }: ReadResult): boolean {
	return request.options.search !== '';
}

function sumOf(results: ReadResult[], count: (result: ReadResult) => number): number {
	return results.reduce((sum, result) => sum + count(result), 0);
}

/** E.g. "2 records were". */
function counted(count: number, noun: string): string {
	return count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
}
