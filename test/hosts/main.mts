import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Cleanup } from '../harness/script/cleanup.mts';
import { Failure } from '../harness/script/failure.mts';
import { explain, runScript, type ScriptTools } from '../harness/script/script.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import { CHECKS } from './checks.mts';
import { HOSTS, type Host } from './hosts.mts';

/** Runs the checks on the versions of n8n given on the command line, or on all of them. */
await runScript('hosts', async (tools) => {
	const broken: string[] = [];
	for (const host of chosenHosts(process.argv.slice(2))) {
		broken.push(...(await brokenOn(host, tools)));
	}
	if (broken.length > 0) throw new Failure(`These checks failed:\n\n${broken.join('\n\n')}`);
});

function chosenHosts(versions: string[]): Host[] {
	const unknown = versions.filter((version) => !HOSTS.some((host) => host.version === version));
	if (unknown.length === 0) {
		return HOSTS.filter(({ version }) => versions.length === 0 || versions.includes(version));
	}
	const known = HOSTS.map(({ version }) => version).join(', ');
	throw new Failure(`Unknown version ${unknown.join(', ')}. Choose from ${known}.`);
}

/** Runs every check on one version and returns the failures. */
async function brokenOn(host: Host, tools: ScriptTools): Promise<string[]> {
	const workspace = join(tools.workspace, host.version);
	await mkdir(workspace);
	const cleanup = new Cleanup();
	tools.cleanup.add(() => cleanup.run());
	const sandbox = await startSandbox({ ...tools, ...host, workspace, cleanup });
	const broken: string[] = [];
	for (const [behaviour, prove] of Object.entries(CHECKS)) {
		const start = Date.now();
		const failure = await prove(asNew(sandbox)).then(() => undefined, explain);
		tools.signal.throwIfAborted();
		const seconds = ((Date.now() - start) / 1000).toFixed(1);
		tools.report(`  ${failure === undefined ? '✓' : '✗'} ${behaviour} (${seconds} s)`);
		if (failure !== undefined) broken.push(`n8n ${host.version}, "${behaviour}":\n${failure}`);
	}
	await cleanup.run();
	return broken;
}

/** Resets the service, so that one check does not affect the next. */
function asNew(sandbox: Sandbox): Sandbox {
	sandbox.service.setFaults([]);
	sandbox.service.latency = 0;
	sandbox.service.requests.length = 0;
	return sandbox;
}
