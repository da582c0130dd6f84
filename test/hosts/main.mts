import { join } from 'node:path';
import { startSandbox } from '../../harness/sandbox.mts';
import { runChecks } from '../../harness/script/checks.mts';
import { runScript } from '../../harness/script/script.mts';
import { CHECKS } from './checks.mts';

/**
 * Folders with the package.json and package-lock.json of each n8n, oldest first. n8n 1.x installs one
 * dependency from a website; an override takes it from npm instead.
 */
const HOSTS = ['n8n-1.123.81', '../../harness/install'];

/** The first so many run with `--quick`, on the oldest n8n alone. */
const QUICK_CHECKS = 8;

await runScript('hosts', async (tools) => {
	const isQuick = process.argv.includes('--quick');
	const failures: unknown[] = [];
	for (const host of isQuick ? HOSTS.slice(0, 1) : HOSTS) {
		const sandbox = await startSandbox({ ...tools, manifest: join(import.meta.dirname, host) });
		const checks = Object.entries(CHECKS).map(([name, prove], index) => ({
			name,
			isQuick: index < QUICK_CHECKS,
			async prove() {
				sandbox.service.setFaults([]);
				sandbox.service.latency = 0;
				sandbox.service.requests.length = 0;
				await prove(sandbox);
			},
		}));
		await runChecks(checks, tools).catch((failure: unknown) => failures.push(failure));
		await sandbox.n8n.stop();
	}
	if (failures.length > 0) throw failures[0];
});
