import { join } from 'node:path';
import { startSandbox } from '../../harness/sandbox.mts';
import { Failure } from '../../harness/script/failure.mts';
import { explain, runScript } from '../../harness/script/script.mts';
import { CHECKS } from './checks.mts';

/**
 * Folders with the package.json and package-lock.json of each n8n, oldest first. n8n 1.x installs one
 * dependency from a website; an override takes it from npm instead.
 */
const HOSTS = ['n8n-1.123.81', '../../harness/install'];

/** How many checks `--quick` runs, on the oldest n8n alone. */
const QUICK_CHECKS = 7;

await runScript('hosts', async (tools) => {
	const isQuick = process.argv.includes('--quick');
	const checks = Object.entries(CHECKS).slice(0, isQuick ? QUICK_CHECKS : undefined);
	let failed = 0;
	for (const host of isQuick ? HOSTS.slice(0, 1) : HOSTS) {
		const sandbox = await startSandbox({ ...tools, manifest: join(import.meta.dirname, host) });
		for (const [behaviour, prove] of checks) {
			const failure = await prove(sandbox).then(() => undefined, explain);
			tools.signal.throwIfAborted();
			tools.report(failure === undefined ? `  ✓ ${behaviour}` : `  ✗ ${behaviour}\n${failure}`);
			if (failure !== undefined) failed += 1;
			sandbox.service.setFaults([]);
			sandbox.service.latency = 0;
			sandbox.service.requests.length = 0;
		}
		await sandbox.n8n.stop();
	}
	if (failed > 0) throw new Failure(`${failed} checks failed.`);
});
