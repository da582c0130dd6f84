import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startN8n } from '../../harness/n8n/n8n.mts';
import { startEditor, type Prepared } from '../../harness/sandbox.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { readEvidence, type Evidence } from './evidence.mts';
import { moveAround } from './moves.mts';
import { startWatching, type Watch } from './watch.mts';

/** A way in which n8n polls. */
export interface Scheduler {
	/** Durable poll cursors, the durable scheduler without them, or what n8n does by default. */
	name: 'cursors' | 'durable' | 'default';
	env: NodeJS.ProcessEnv;
	/** How often n8n is killed. */
	kills: number;
	/** A smoke test renames, copies and imports no trigger, and waits for one quiet poll alone. */
	isQuick?: boolean;
}

/** The triggers of each workflow. Their names are IDs, too. */
const WORKFLOWS = [['alone'], ['also alone'], ['one of two', 'other of two']];

/** Watches lists while n8n is killed again and again, and looks at what it leaves behind. */
export async function prove(
	{ name, env, kills, isQuick = false }: Scheduler,
	prepared: Prepared,
	tools: ScriptTools,
): Promise<Watch[]> {
	const { cleanup, signal } = tools;
	const workspace = join(tools.workspace, name);
	await mkdir(workspace);
	const { n8n, rest } = await startEditor(prepared, { ...tools, workspace, env });
	const { userFolder, logFile } = n8n;
	if (!isQuick) await moveAround(rest, tools);
	const watches: Watch[] = [];
	for (const names of WORKFLOWS) {
		watches.push(...(await startWatching(names, name, { rest, cleanup })));
	}
	const database = join(userFolder, '.n8n/database.sqlite');
	const evidence = async () => await readEvidence(prepared.installation.node, database);

	const end = new AbortController();
	cleanup.add(() => end.abort());
	const lives = watches.map((watch) => watch.live(end.signal));
	let running = n8n;
	for (let kill = 1; kill <= kills; kill++) {
		tools.report(`  Before kill ${kill} of ${kills}`);
		await momentToKill(watches, signal);
		running.child.kill('SIGKILL');
		// Its task runner, which is in the same group.
		await running.stop();
		const left = await evidence();
		for (const watch of watches) watch.look(left, { wasKilled: true });
		const start = async () =>
			await startN8n({ ...prepared, userFolder, logFile, env, cleanup, signal });
		// Where it finds an execution that it had created and not started, n8n 2.41 ends once.
		running = await start().catch(start);
	}
	end.abort();
	await Promise.all(lives);
	// Whatever is emitted later is too much, and what was emitted has become a run.
	for (let polls = 0; polls < (isQuick ? 1 : 3); polls++) {
		await settle(watches, evidence, signal);
		await nextPoll(watches, signal);
	}
	await running.stop();
	const left = await evidence();
	for (const watch of watches) {
		watch.look(left, { wasKilled: false });
		watch.ledger.finish(watch.list);
	}
	const { tasks } = left;
	const isRight = name === 'default' ? tasks === 0 : tasks > 2 * kills * watches.length;
	assert.ok(isRight, `Another scheduler polled: there are ${tasks} tasks of the durable one`);
	return watches;
}

/** At any time, while a poll reads, or when it has read and n8n stores what it found. */
async function momentToKill(watches: Watch[], signal: AbortSignal): Promise<void> {
	const pause = (seconds: number) => sleep(1_000 * seconds, undefined, { signal });
	const poll = () => nextPoll(watches.slice(0, 1), signal);
	await poll();
	await pause(3 + 5 * Math.random());
	const chance = Math.random();
	if (chance < 0.2) return;
	await poll();
	if (chance < 0.4) return await pause(0.4 * Math.random());
	const count = () => watches.reduce((sum, { service }) => sum + service.requests.length, 0);
	for (let before = 0; before < count(); await pause(0.1)) before = count();
	await pause(0.1 * Math.random());
}

/** Waits until every trigger remembers its list as it is, or seems not to get there. */
async function settle(
	watches: Watch[],
	evidence: () => Promise<Evidence>,
	signal: AbortSignal,
): Promise<void> {
	const isSettled = async () => {
		const found = await evidence();
		return watches.every((watch) => watch.isKnownIn(found));
	};
	const timing = { failure: '', withinMs: 90_000, everyMs: 1_000, signal };
	await waitFor(isSettled, timing).catch(() => undefined);
}

/** Waits until each trigger has begun another poll. */
async function nextPoll(watches: Watch[], signal: AbortSignal): Promise<void> {
	const before = watches.map(({ polls }) => polls.length);
	const haveBegun = () =>
		watches.every(({ polls }, index) => polls.length > (before[index] ?? Infinity));
	const timing = { withinMs: 90_000, everyMs: 20, signal };
	await waitFor(haveBegun, { failure: 'n8n did not poll', ...timing });
}
