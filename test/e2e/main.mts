import { join } from 'node:path';
import { execa } from 'execa';
import { findOrInstall } from '../../harness/install/commands.mts';
import { prepare, startEditor } from '../../harness/sandbox.mts';
import { Failure } from '../../harness/script/failure.mts';
import { runScript } from '../../harness/script/script.mts';

/** Starts n8n with the packed package, and has Playwright run the tests that the arguments choose. */
await runScript('e2e', async (tools) => {
	const { CHROMIUM_PATH = await findOrInstall('chromium', 'chromium', tools) } = process.env;
	const { n8n, rest } = await startEditor(await prepare(tools), tools);
	const args = ['--config', import.meta.dirname, '--output', join(tools.workspace, 'results')];
	const { exitCode } = await execa('playwright', ['test', ...args, ...process.argv.slice(2)], {
		// All tests share a session, because n8n limits sign-ins per minute.
		env: { CHROMIUM_PATH, N8N_URL: n8n.url, N8N_COOKIE: rest.cookie },
		preferLocal: true,
		stdio: 'inherit',
		reject: false,
		cancelSignal: tools.signal,
	});
	tools.signal.throwIfAborted();
	if (exitCode !== 0) throw new Failure('Some browser tests failed.');
});
