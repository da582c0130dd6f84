import { join } from 'node:path';
import { addService, isElsewhere, openN8n, type Scene } from '../../../harness/sandbox.mts';
import { runChecks, type Check } from '../../../harness/script/checks.mts';
import { Cleanup } from '../../../harness/script/cleanup.mts';
import { Failure } from '../../../harness/script/failure.mts';
import { explain } from '../../../harness/script/script.mts';
import type { Suite } from '../../../harness/suite.mts';
import { CHECKS } from './checks.mts';

/**
 * Folders with the package.json and package-lock.json of each n8n, oldest first. n8n 1.x installs one
 * dependency from a website; an override takes it from npm instead.
 */
const HOSTS = ['n8n-1.123.81', '../../harness/install'];

/** The first so many run with `--quick`, on the oldest n8n alone. */
const QUICK_CHECKS = 8;

export const suite: Suite = async (tools) => {
	const failures: string[] = [];
	for (const host of tools.isQuick || isElsewhere ? HOSTS.slice(0, 1) : HOSTS) {
		const cleanup = new Cleanup();
		try {
			const rest = await openN8n({ ...tools, cleanup }, join(import.meta.dirname, host));
			await runChecks(checksOf(await addService(rest, { cleanup })), tools);
		} catch (failure) {
			failures.push(explain(failure));
		} finally {
			await cleanup.run();
		}
	}
	if (failures.length > 0) throw new Failure(failures.join('\n'));
};

function checksOf(scene: Scene): Check[] {
	return Object.entries(CHECKS).map(([name, prove], index) => ({
		name,
		isQuick: index < QUICK_CHECKS,
		async prove() {
			scene.service.setFaults([]);
			scene.service.latency = 0;
			scene.service.requests.length = 0;
			await prove(scene);
		},
	}));
}
