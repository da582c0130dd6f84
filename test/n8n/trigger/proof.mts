import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isElsewhere } from '../../../harness/sandbox.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import type { Fault } from '../../../service/server.mts';
import { readEvidence, type Evidence } from './evidence.mts';
import { startMortal } from './mortal.mts';
import { renameAndCopy } from './moves.mts';
import { startWatching, type Watch } from './watch.mts';

export interface Proof {
	/** Whether n8n polls with its durable scheduler and cursors. Where not, it once starts with a refused key. */
	hasCursors: boolean;
	/** How often n8n is killed. */
	kills: number;
	/** A smoke test renames and copies no trigger, and waits for one quiet poll alone. */
	isQuick?: boolean;
}

/** The triggers of each workflow. Their names are IDs, too. */
const WORKFLOWS = [['alone'], ['also alone'], ['one of two', 'other of two']];

/** How often n8n 2.41 tries to activate a workflow when it starts, which a refused key must not use up. */
const TRIES = 5;

/** Watches lists while n8n is killed again and again, and looks at what it leaves behind. */
export async function prove(
	{ hasCursors, kills, isQuick = false }: Proof,
	tools: ScriptTools,
): Promise<void> {
	const { cleanup, signal } = tools;
	const mortal = await startMortal(hasCursors, tools);
	const { rest, folder, node, kill: killN8n, start } = mortal;
	if (!isQuick) await renameAndCopy(mortal, tools);
	const watches: Watch[] = [];
	for (const names of WORKFLOWS) {
		watches.push(...(await startWatching(names, hasCursors, { rest, cleanup })));
	}
	const evidence = async () => await readEvidence(node, join(folder, 'database.sqlite'));
	const isStored = async () => {
		const found = await evidence();
		return watches.every((watch) => watch.memoryIn(found));
	};
	const timing = { withinMs: 90_000, everyMs: 1_000, signal };
	await waitFor(isStored, { failure: 'n8n did not store the first poll of each', ...timing });

	const end = new AbortController();
	cleanup.add(() => end.abort());
	const lives = watches.map((watch) => watch.live(end.signal));
	for (let kill = 1; kill <= kills; kill++) {
		tools.report(`    Before kill ${kill} of ${kills}`);
		await momentToKill(watches, signal);
		await killN8n();
		const left = await evidence();
		for (const watch of watches) watch.look(left, { wasKilled: true });
		const isRefused = !hasCursors && kill === 1;
		if (isRefused) setFaults(watches, [{ kind: 'status', status: 401 }]);
		await start();
		for (let polls = 0; isRefused && polls <= TRIES; polls++) await nextPoll(watches, signal);
		setFaults(watches, []);
	}
	end.abort();
	await Promise.all(lives);
	// Whatever is emitted later is too much, and what was emitted has become a run.
	for (let polls = 0; polls < (isQuick ? 1 : 3); polls++) {
		await settle(watches, evidence, signal);
		await nextPoll(watches, signal);
	}
	await killN8n();
	const left = await evidence();
	for (const watch of watches) {
		watch.look(left, { wasKilled: false });
		assert.deepEqual(watch.unknownIn(left), [], `The copy of "${watch.trigger}" differs`);
	}
	const { tasks } = left;
	const isRight = hasCursors ? tasks > 2 * kills * watches.length : tasks === 0;
	assert.ok(isRight, `Another scheduler polled: there are ${tasks} tasks of the durable one`);
	tools.report(watches.map((watch) => watch.figures()).join(', '));
	// As it was found.
	if (isElsewhere) await start();
}

function setFaults(watches: Watch[], faults: Fault[]): void {
	for (const { service } of watches) service.setFaults(faults);
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
		return watches.every((watch) => watch.unknownIn(found).length === 0);
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
