import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Prepared } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import { Database } from './database.mts';
import { countRuns, readStored, readTasks, runsAfter, type Task } from './evidence.mts';
import { memoryOf } from './memory.mts';
import { MortalN8n } from './mortalN8n.mts';
import type { Scheduler } from './schedulers.mts';
import { type Plan, Watch } from './watch.mts';

const PLANS: Plan[] = [
	{ name: 'defaults', options: {}, changes: 0.3 },
	{ name: 'many changes', options: { maxRemovals: 100 }, changes: 1 },
	{ name: 'Max Events per Run: 5', options: { maxEvents: 5 }, changes: 0.3 },
	{ name: 'existing records', options: { emitExisting: true, maxEvents: 30 }, changes: 0.3 },
	{ name: 'two triggers', options: {}, changes: 0.3, triggers: ['One trigger', 'Other trigger'] },
	{ name: 'renamed', options: {}, changes: 0.3 },
];

/** So many polls in a row that start nothing show that all is told. */
const QUIET_POLLS = 4;

/** Watches lists while n8n is killed again and again, and looks at what it leaves behind. */
export class Proof {
	readonly watches: Watch[] = [];
	/** Polls that n8n's durable scheduler began, by their ID. */
	readonly tasks = new Map<number, Task>();
	private lastRun = 0;

	private constructor(
		readonly scheduler: Scheduler,
		private readonly n8n: MortalN8n,
		private readonly database: Database,
		private readonly tools: ScriptTools,
		private readonly random: () => number,
	) {}

	static async start(
		scheduler: Scheduler,
		prepared: Prepared,
		tools: ScriptTools,
		random: () => number,
	): Promise<Proof> {
		const workspace = join(tools.workspace, scheduler.name);
		await mkdir(workspace);
		const userFolder = join(workspace, 'n8n');
		const { env } = scheduler;
		const n8n = await MortalN8n.start(prepared, { ...tools, workspace, userFolder, env });
		const database = new Database(prepared.installation, userFolder);
		const proof = new Proof(scheduler, n8n, database, tools, random);
		for (const plan of PLANS) {
			const host = { rest: n8n.rest, cleanup: tools.cleanup, sharesData: scheduler.keepsTasks };
			proof.watches.push(...(await Watch.start(plan, host)));
		}
		return proof;
	}

	/** Lets the lists live, and kills n8n from time to time. */
	async live(): Promise<void> {
		const { scheduler, watches, random, n8n, tools } = this;
		for (const watch of watches) watch.disturb(random);
		const renaming = Math.floor(random() * scheduler.kills);
		for (let kill = 0; kill < scheduler.kills; kill++) {
			tools.report(`  Before kill ${kill + 1} of ${scheduler.kills}`);
			const seconds = 10 + 15 * random();
			await this.poll();
			if (kill === renaming) await this.rename(seconds * random());
			await this.pause(seconds);
			await this.momentToKill();
			await n8n.kill();
			await this.look({ wasKilled: true });
			await this.pause(5 * random());
			await n8n.startAgain();
		}
		for (const watch of watches) await watch.rest();
	}

	/** Waits until nothing is told any more, and ends n8n. */
	async settle(): Promise<void> {
		const { watches, database, n8n, tools } = this;
		let runs = -1;
		let polls: number[] = [];
		const isQuiet = async () => {
			const now = await countRuns(database);
			if (now !== runs) polls = watches.map((watch) => watch.polls.length);
			runs = now;
			return watches.every((watch, index) => {
				return watch.polls.length - (polls[index] ?? 0) >= QUIET_POLLS;
			});
		};
		const failure = 'The trigger did not stop telling';
		await waitFor(isQuiet, { failure, withinMs: 240_000, everyMs: 1_000, signal: tools.signal });
		await n8n.stop();
		await this.look({ wasKilled: false });
		for (const watch of watches) watch.finish();
	}

	private async rename(seconds: number): Promise<void> {
		await this.pause(seconds);
		// The tasks go with the jobs of the old name.
		await this.noteTasks();
		await this.watches.at(-1)?.rename(this.n8n.rest);
	}

	/** At any time, while a poll reads, or when it has read and n8n stores what it found. */
	private async momentToKill(): Promise<void> {
		const { random, watches } = this;
		const dice = random();
		if (dice < 0.2) return;
		await this.poll();
		if (dice < 0.4) return await this.pause(0.4 * random());
		const count = () => watches.reduce((sum, { service }) => sum + service.requests.length, 0);
		for (let before = 0; before < count(); await this.pause(0.1)) before = count();
		await this.pause(0.1 * random());
	}

	/** Waits until the next poll has begun. */
	private async poll(): Promise<void> {
		const [watch] = this.watches;
		const before = watch?.service.requests.length ?? 0;
		const hasBegun = () => (watch?.service.requests.length ?? 0) > before;
		const failure = 'n8n did not poll';
		await waitFor(hasBegun, { failure, withinMs: 90_000, everyMs: 5, signal: this.tools.signal });
	}

	/** Looks at what n8n leaves behind when it ends. */
	private async look({ wasKilled }: { wasKilled: boolean }): Promise<void> {
		const { watches, database } = this;
		const runs = await runsAfter(this.lastRun, database);
		const stored = await readStored(database);
		for (const watch of watches) {
			const { workflowId, node, service, ledger } = watch;
			const own = (runs.get(workflowId) ?? []).filter((run) => watch.isOwn(run));
			ledger.take(own);
			this.lastRun = Math.max(this.lastRun, ...own.map(({ id }) => id));
			const staticData = stored.get(workflowId);
			assert.ok(staticData, 'n8n has lost a workflow');
			ledger.compare(memoryOf(staticData, node, service), { mayLoseRun: wasKilled });
		}
		await this.noteTasks();
	}

	private async noteTasks(): Promise<void> {
		for (const task of await readTasks(this.database)) this.tasks.set(task.id, task);
	}

	private async pause(seconds: number): Promise<void> {
		await sleep(1_000 * seconds, undefined, { signal: this.tools.signal });
	}
}
