import { readFile } from 'node:fs/promises';

/** Something that can be expected to happen: its message is all that the user needs to see. */
export class Failure extends Error {
	override readonly name = 'Failure';
}

export async function lastLines(file: string, count = 15): Promise<string> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.trimEnd().split('\n').slice(-count);
	return lines.map((line) => `    ${line}`).join('\n');
}
