import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXAMPLES } from '../../harness/workflow/examples.mts';
import { COLUMNS, columns } from './columns.mts';
import { drawings } from './draw.mts';
import { OVERVIEW, withOverview } from './overview.mts';
import { written } from './written.mts';

/** Writes the drawings and the table of CRMs, and removes drawings whose CRM has none any more. */
const all = drawings();
for (const file of await readdir(join(EXAMPLES, 'crm')).catch(() => [])) {
	if (!(`crm/${file}` in all)) await rm(join(EXAMPLES, 'crm', file));
}
for (const [file, drawing] of Object.entries(all)) {
	const path = join(EXAMPLES, file);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, await written(drawing));
}
await writeFile(COLUMNS, columns());
await writeFile(OVERVIEW, withOverview(await readFile(OVERVIEW, 'utf8')));
console.log(`${Object.keys(all).length} drawings are in ${EXAMPLES}`);
