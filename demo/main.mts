import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cleanup } from './cleanup.mts';
import { demonstrate } from './demonstration.mts';
import { Failure } from './failure.mts';
import { cacheFolder } from './install.mts';
import { interruption } from './interruption.mts';

const HELP = `Shows the package at work in a real n8n, beside a customer-data service of its own.

  npm run demo              run the example workflow, then leave the editor open
  npm run demo -- --once    end after the run; the exit code is 0 when every figure is right
  npm run demo -- --help    show this

The first run installs n8n, which takes about 5 minutes and 2.7 GB. It is kept for the next run in
${cacheFolder()}
To keep it elsewhere, set CUSTOMER_DATA_DEMO_CACHE to a folder. To be rid of it, delete it.`;

async function main(): Promise<number> {
	const options = readCommandLine();
	if (options.help) {
		console.log(HELP);
		return 0;
	}

	if (process.platform === 'win32') {
		throw new Failure('The demo runs on Linux and macOS. On Windows, run it in WSL.');
	}

	const signal = interruption();
	signal.addEventListener('abort', () => console.log('\nStopping and cleaning up …'));
	const workspace = await mkdtemp(join(tmpdir(), 'customer-data-demo-'));
	const cleanup = new Cleanup();
	const exitCode = await demonstrate({
		workspace,
		cleanup,
		signal,
		report: console.log,
		...options,
	})
		.then(() => 0)
		.catch((error: unknown) => {
			if (signal.aborted) return 130;
			console.error(`\n${explain(error)}`);
			return 1;
		});
	await cleanup.run();
	if (exitCode === 1) await keepLogs(workspace);
	else await rm(workspace, { recursive: true, force: true });
	return exitCode;
}

function readCommandLine() {
	try {
		const options = { once: { type: 'boolean' }, help: { type: 'boolean' } } as const;
		const { once = false, help = false } = parseArgs({ options }).values;
		return { once, help };
	} catch (error) {
		throw new Failure(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
	}
}

async function keepLogs(workspace: string): Promise<void> {
	const empty = await rmdir(workspace).then(
		() => true,
		() => false,
	);
	if (!empty) console.error(`The logs are in ${workspace}`);
}

function explain(error: unknown): string {
	if (error instanceof Failure) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
	process.exitCode = await main();
} catch (error) {
	console.error(explain(error));
	process.exitCode = 1;
}
