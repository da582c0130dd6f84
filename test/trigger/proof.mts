import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quicklySeeded } from '../../service/random.mts';
import { startN8n } from '../harness/n8n/n8n.mts';
import { startEditor, type Prepared } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import { Evidence } from './evidence.mts';
import { differingKeys, hashesOf } from './ledger.mts';
import type { Scheduler } from './schedulers.mts';
import { Watch, type Plan } from './watch.mts';

const PLANS: Plan[] = [
	{ name: 'defaults' },
	{ name: 'few events a run', options: { maxEvents: 10 } },
	{ name: 'existing records', options: { emitExisting: true, maxEvents: 50 } },
	{ name: 'two triggers', triggers: ['One trigger', 'Other trigger'] },
];

/** Watches lists while n8n is killed again and again, and looks at what it leaves behind. */
export async function prove(
	{ name, env, kills }: Scheduler,
	prepared: Prepared,
	tools: ScriptTools,
): Promise<Watch[]> {
	const { cleanup, signal } = tools;
	const { installation } = prepared;
	const workspace = join(tools.workspace, name);
	await mkdir(workspace);
	const userFolder = join(workspace, 'n8n');
	const { n8n, rest } = await startEditor(prepared, { ...tools, workspace, userFolder, env });
	const evidence = new Evidence(installation.node, join(userFolder, '.n8n/database.sqlite'));
	const watches: Watch[] = [];
	for (const plan of PLANS) {
		watches.push(...(await Watch.start(plan, { rest, cleanup, sharesData: name === 'durable' })));
	}

	const dice = quicklySeeded();
	dice.seed(11);
	const random = () => dice.next();
	const end = new AbortController();
	cleanup.add(() => end.abort());
	const lives = watches.map((watch) => watch.live(random, end.signal));
	const start = { installation, userFolder, logFile: n8n.logFile, env, cleanup, signal };
	let running = n8n;
	for (let kill = 1; kill <= kills; kill++) {
		tools.report(`  Before kill ${kill} of ${kills}`);
		await momentToKill(watches, random, signal);
		running.child.kill('SIGKILL');
		// Its task runner, which is in the same group.
		await running.stop();
		await look(watches, evidence, { wasKilled: true });
		running = await startN8n(start);
	}
	end.abort();
	await Promise.all(lives);
	await settle(watches, evidence, signal);
	await running.stop();
	await look(watches, evidence, { wasKilled: false });
	for (const { ledger, list } of watches) ledger.finish(list);

	const tasks = await evidence.countTasks();
	const isRight = name === 'durable' ? tasks > 2 * kills * watches.length : tasks === 0;
	assert.ok(isRight, `Another scheduler polled: there are ${tasks} tasks of the durable one`);
	return watches;
}

/** At any time, while a poll reads, or when it has read and n8n stores what it found. */
async function momentToKill(
	watches: Watch[],
	random: () => number,
	signal: AbortSignal,
): Promise<void> {
	const pause = (seconds: number) => sleep(1_000 * seconds, undefined, { signal });
	const poll = () => nextPoll(watches.slice(0, 1), signal);
	await poll();
	await pause(5 + 7 * random());
	const chance = random();
	if (chance < 0.2) return;
	await poll();
	if (chance < 0.4) return await pause(0.4 * random());
	const count = () => watches.reduce((sum, { service }) => sum + service.requests.length, 0);
	for (let before = 0; before < count(); await pause(0.1)) before = count();
	await pause(0.1 * random());
}

/** Looks at what n8n leaves behind when it ends. */
async function look(watches: Watch[], evidence: Evidence, end: { wasKilled: boolean }) {
	const runs = await evidence.newRuns();
	const memories = await evidence.memories();
	for (const watch of watches) {
		watch.ledger.take(runs.filter(isOf(watch)));
		const memory = memories.find(isOf(watch));
		assert.ok(memory, 'n8n has lost the state of a trigger');
		watch.ledger.compare(memory, end);
	}
}

function isOf(watch: Watch) {
	return ({ workflowId, trigger }: { workflowId: string; trigger: string }) =>
		workflowId === watch.workflowId && trigger === watch.trigger;
}

/** Waits until every trigger remembers its list as it is, or seems not to get there. */
async function settle(watches: Watch[], evidence: Evidence, signal: AbortSignal): Promise<void> {
	const isSettled = async () => {
		const memories = await evidence.memories();
		return watches.every((watch) => {
			const { hashes = new Map() } = memories.find(isOf(watch)) ?? {};
			return differingKeys(hashes, hashesOf(watch.list)).length === 0;
		});
	};
	const options = { failure: '', withinMs: 90_000, everyMs: 1_000, signal };
	// Whatever is emitted later is too much, and what was emitted has become a run.
	for (let polls = 0; polls < 3; polls++) {
		await waitFor(isSettled, options).catch(() => undefined);
		await nextPoll(watches, signal);
	}
}

/** Waits until each trigger has begun another poll. */
async function nextPoll(watches: Watch[], signal: AbortSignal): Promise<void> {
	const count = () => watches.map(({ polls }) => polls.length);
	const before = count();
	const haveBegun = () => count().every((polls, index) => polls > (before[index] ?? 0));
	const options = { failure: 'n8n did not poll', withinMs: 90_000, everyMs: 20, signal };
	await waitFor(haveBegun, options);
}
