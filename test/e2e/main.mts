import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { findOrInstall } from '../harness/install/debianPackages.mts';
import { prepare, startEditor } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { startPostgres } from '../harness/servers/postgres.mts';
import { POSTGRES, provideServers } from '../harness/servers/servers.mts';
import type { Surroundings } from './fixtures.mts';

const CHROMIUM = {
	name: 'Chromium',
	packages: ['chromium'],
	find: () => [process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'].find((path) => existsSync(path)),
	otherwise: 'Or set CHROMIUM_PATH to the path of an installed Chromium or Chrome.',
};

/** Starts n8n with the packed package, and has Playwright run the tests that the arguments choose. */
await runScript('e2e', async (tools) => {
	const chromium = await findOrInstall(CHROMIUM, tools);
	await provideServers([POSTGRES], tools);
	const postgres = await startPostgres(tools);
	const prepared = await prepare(tools);
	tools.report(`Starting n8n ${prepared.installation.version} …`);
	const { n8n, rest } = await startEditor(prepared, tools);
	const { url, session } = rest;
	const surroundings: Surroundings = { url, session, logFile: n8n.logFile, postgres };

	const args = ['--config', import.meta.dirname, '--output', join(tools.workspace, 'results')];
	const { exitCode } = await execa('playwright', ['test', ...args, ...process.argv.slice(2)], {
		env: { CHROMIUM_PATH: chromium, E2E_SURROUNDINGS: JSON.stringify(surroundings) },
		preferLocal: true,
		stdio: 'inherit',
		reject: false,
		cancelSignal: tools.signal,
	});
	tools.signal.throwIfAborted();
	if (exitCode !== 0) throw new Failure('Some browser tests failed.');
});
