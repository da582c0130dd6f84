import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base } from 'vitest';
import { openN8n } from '../../harness/sandbox.mts';
import { Cleanup } from '../../harness/script/cleanup.mts';
import type { ScriptTools } from '../../harness/script/script.mts';

/** Started when the first test takes it, for all tests of a suite. */
export const ONCE = { scope: 'worker' } as const;

/** For a test that a release needs. */
export const QUICK = { tags: ['quick'] };

// What servers and tools leave in temporary folders goes with this one, however the suite ends.
const temporary = mkdtempSync(join(tmpdir(), 'customer-data-suite-'));
// PostgreSQL runs as another user.
chmodSync(temporary, 0o755);
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
// Servers end with the process; Vitest's own end is one of these.
for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
	process.on(end, () => process.exit(1));

export const test = base
	.extend('tools', ONCE, async ({}, { onCleanup }): Promise<ScriptTools> => {
		const workspace = resolve('reports', process.env.SUITE ?? 'suite');
		await rm(workspace, { recursive: true, force: true });
		await mkdir(workspace, { recursive: true });
		const cleanup = new Cleanup();
		onCleanup(async () => await cleanup.run());
		const { signal } = new AbortController();
		return { workspace, cleanup, signal, report: console.log };
	})
	/** Signed in to an n8n with our package. */
	.extend('n8n', ONCE, async ({ tools }) => await openN8n(tools));
