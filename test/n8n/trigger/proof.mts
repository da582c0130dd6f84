import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import type { Fault } from '../../../service/server.mts';
import { readEvidence, type Evidence } from './evidence.mts';
import type { MortalN8n } from './mortal.mts';
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

/** Watches lists while n8n is killed again and again, and looks at what it leaves behind. @returns figures, for people */
export async function prove(
	{ hasCursors, kills, isQuick = false }: Proof,
	{ rest, folder, node, kill: killN8n, start }: MortalN8n,
	tools: ScriptTools,
): Promise<string> {
	const { cleanup, signal } = tools;
	if (!isQuick) await renameAndCopy(rest, tools);
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
		watch.ledger.finish(watch.list);
	}
	const faults = watches.flatMap(({ trigger, ledger }) =>
		ledger.faults.map((fault) => `${trigger}: ${fault}`),
	);
	assert.ok(faults.length === 0, faults.slice(0, 20).join('\n'));
	const { tasks } = left;
	const isRight = hasCursors ? tasks > 2 * kills * watches.length : tasks === 0;
	assert.ok(isRight, `Another scheduler polled: there are ${tasks} tasks of the durable one`);
	return watches.map(({ trigger, ledger }) => `${trigger} ${inspect(ledger.figures)}`).join(', ');
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
