import { join } from 'node:path';
import { execa } from 'execa';
import { findOrInstall } from '../../../harness/install/commands.mts';
import { Failure } from '../../../harness/script/failure.mts';
import type { Suite } from '../../../harness/suite.mts';

/** Has Playwright run the tests of the editor in a browser. */
export const suite: Suite = async ({ openN8n, isQuick, words, ...tools }) => {
	const { CHROMIUM_PATH = await findOrInstall('chromium', 'chromium', tools) } = process.env;
	const { url, cookie } = await openN8n();
	const args = ['--config', import.meta.dirname, '--output', join(tools.workspace, 'results')];
	if (isQuick) args.push('--grep', '@quick');
	if (words !== '') args.push('--grep', words);
	const { exitCode } = await execa('playwright', ['test', ...args], {
		// All tests share a session, because n8n limits sign-ins per minute.
		env: { CHROMIUM_PATH, N8N_URL: url, N8N_COOKIE: cookie },
		preferLocal: true,
		stdio: 'inherit',
		reject: false,
		cancelSignal: tools.signal,
	});
	tools.signal.throwIfAborted();
	if (exitCode !== 0) throw new Failure('Some browser tests failed.');
};
