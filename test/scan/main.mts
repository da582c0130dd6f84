import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { packPackage, unpackPackage } from '../harness/install/package.mts';
import { runScript } from '../harness/script/script.mts';
import { assertClean, assertNoticed, type Subject } from './scan.mts';
import { loadScanner } from './scanner.mts';

/** Runs the scan that n8n runs on packages submitted for verification, but offline. */
await runScript('scan', async (tools) => {
	const { workspace, cleanup, report } = tools;
	const folder = await mkdtemp(join(workspace, 'scan-'));
	cleanup.add(() => rm(folder, { recursive: true, force: true }));
	const scanner = await loadScanner(folder);
	const subjects: Subject[] = [
		{
			name: 'the source',
			folder: resolve(import.meta.dirname, '../..'),
			filePatterns: scanner.SOURCE_FILE_PATTERNS,
			node: 'nodes/CustomerData/CustomerData.node.ts',
		},
		{
			name: 'the packed tarball',
			folder: await unpackPackage(await packPackage({ ...tools, workspace: folder }), folder),
			// The patterns that the scanner's command line uses.
			filePatterns: ['**/*.js', 'package.json'],
			node: 'dist/nodes/CustomerData/CustomerData.node.js',
		},
	];
	for (const subject of subjects) {
		await assertClean(scanner, subject);
		await assertNoticed(scanner, subject, folder);
		report(`n8n's scanner accepts ${subject.name} and finds a banned call in a modified copy.`);
	}
});
