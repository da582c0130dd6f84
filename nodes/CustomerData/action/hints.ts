import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { ReadResult } from '../readRecords';

/** Tells beside the output what the items alone do not show, on hosts that know such hints. */
export function addHints(context: IExecuteFunctions, results: ReadResult[]): void {
	const hints = hintsFor(results);
	if (hints.length > 0 && 'addExecutionHints' in context) context.addExecutionHints(...hints);
}

export function hintsFor(results: ReadResult[]): NodeExecutionHint[] {
	const cut = results.filter(({ more }) => more);
	const retries = results.reduce((sum, result) => sum + result.retries, 0);
	return [
		...(cut.length > 0 ? [hint(cutShort(cut))] : []),
		...(retries > 0 ? [hint(retried(retries))] : []),
	];
}

function cutShort(cut: ReadResult[]): string {
	const read = cut.reduce((sum, { records }) => sum + records.length, 0);
	return `${read} records were read, and the service has more. Turn on Return All to read all of them.`;
}

function retried(retries: number): string {
	const times = retries === 1 ? 'once' : `${retries} times`;
	return `The service had to be asked again ${times}. All records were read.`;
}

function hint(message: string): NodeExecutionHint {
	return { message, location: 'outputPane', type: 'info' };
}
