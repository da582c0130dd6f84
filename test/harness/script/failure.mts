import { readFile } from 'node:fs/promises';

/** An error that we expect, whose message tells the user everything; no stack trace is shown. */
export class Failure extends Error {
	override readonly name = 'Failure';
}

export async function lastLines(file: string, count = 15): Promise<string> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.trimEnd().split('\n').slice(-count);
	return lines.map((line) => `    ${line}`).join('\n');
}
