import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXAMPLES } from '../workflow/examples.mts';
import { drawings } from './draw.mts';
import { written } from './written.mts';

/** Writes the drawings, and removes those whose CRM has none any more. */
const all = drawings();
for (const file of await readdir(join(EXAMPLES, 'crm')).catch(() => [])) {
	if (!(`crm/${file}` in all)) await rm(join(EXAMPLES, 'crm', file));
}
for (const [file, drawing] of Object.entries(all)) {
	const path = join(EXAMPLES, file);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, await written(drawing));
}
console.log(`${Object.keys(all).length} drawings are in ${EXAMPLES}`);
