import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/** Writes results as the repository formats them. */
export async function writeJson(file: string, value: unknown): Promise<void> {
	const style = await resolveConfig(file);
	await writeFile(file, await format(JSON.stringify(value), { ...style, filepath: file }));
}
