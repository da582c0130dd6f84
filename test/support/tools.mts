import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Cleanup } from '../../harness/script/cleanup.mts';
import type { ScriptTools } from '../../harness/script/script.mts';

// What servers and tools leave in temporary folders goes with this one, however the process ends.
const temporary = mkdtempSync(join(tmpdir(), 'customer-data-suite-'));
// PostgreSQL runs as another user.
chmodSync(temporary, 0o755);
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
// Servers end with the process.
for (const end of ['SIGTERM', 'SIGHUP']) process.on(end, () => process.exit(1));

/** What the harness needs, with an empty folder for logs in `reports/`. */
export async function newTools(suite: string): Promise<ScriptTools> {
	const workspace = resolve('reports', suite);
	await rm(workspace, { recursive: true, force: true });
	await mkdir(workspace, { recursive: true });
	const { signal } = new AbortController();
	return { workspace, cleanup: new Cleanup(), signal, report: console.log };
}
