import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'vitest';
import { addService, isElsewhere, openN8n, type Scene } from '../../../harness/sandbox.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { test as base, ONCE, QUICK } from '../../support/suite.mts';
import { startMortal } from '../trigger/mortal.mts';

const OLDEST = isElsewhere ? 'n8n elsewhere' : 'oldest n8n';

/**
 * Folders with the package.json and package-lock.json of each n8n. n8n 1.x installs one dependency from a
 * website; an override takes it from npm instead.
 */
const HOSTS: Record<string, string> = {
	[OLDEST]: join(import.meta.dirname, 'n8n-1.123.81'),
	...(!isElsewhere && {
		'n8n of harness/install': join(import.meta.dirname, '../../../harness/install'),
	}),
};

export const test = base
	.extend('start', ONCE, ({ tools }) => {
		const started: Record<string, Promise<Scene>> = {};
		return async (host: string) => await (started[host] ??= startHost(host, tools));
	})
	.extend('host', OLDEST)
	.extend('scene', async ({ start, host }) => {
		const scene = await start(host);
		scene.service.setFaults([]);
		scene.service.latency = 0;
		scene.service.requests.length = 0;
		return scene;
	})
	/** Another one, which can be killed. */
	.extend('mortal', async ({ host, tools }) => await startMortal(false, tools, HOSTS[host]));

/** Defines tests for each n8n. A release needs those with `quick` on the oldest alone. */
export function onEachHost(define: (quick: Partial<typeof QUICK>) => void): void {
	for (const host of Object.keys(HOSTS)) {
		describe(host, () => {
			test.override({ host });
			define(host === OLDEST ? QUICK : {});
		});
	}
}

async function startHost(host: string, tools: ScriptTools): Promise<Scene> {
	const workspace = await mkdtemp(join(tools.workspace, 'n8n-'));
	return await addService(await openN8n({ ...tools, workspace }, HOSTS[host]), tools);
}
