import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quicklySeeded } from '../../service/random.mts';
import { startN8n, type RunningN8n } from '../harness/n8n/n8n.mts';
import { startEditor, type Prepared } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import { Evidence, type Run } from './evidence.mts';
import { differingKeys, hashesOf } from './ledger.mts';
import { SETTINGS, type Scheduler } from './schedulers.mts';
import { Watch, type Plan } from './watch.mts';

const PLANS: Plan[] = [
	{ name: 'defaults' },
	{ name: 'many changes', options: { maxRemovals: 100 }, changes: 1 },
	{ name: 'few events a run', options: { maxEvents: 10 } },
	{ name: 'existing records', options: { emitExisting: true, maxEvents: 50 } },
	{ name: 'two triggers', triggers: ['One trigger', 'Other trigger'] },
];

/** Watches lists while n8n is killed again and again, and looks at what it leaves behind. */
export class Proof {
	readonly watches: Watch[] = [];
	/** Polls that n8n's durable scheduler began. */
	tasks = 0;
	private readonly random: () => number;
	private lastRun = 0;

	private constructor(
		readonly scheduler: Scheduler,
		private readonly evidence: Evidence,
		private readonly signal: AbortSignal,
	) {
		const dice = quicklySeeded();
		dice.seed(11);
		this.random = () => dice.next();
	}

	static async run(scheduler: Scheduler, prepared: Prepared, tools: ScriptTools): Promise<Proof> {
		const { cleanup, signal, report } = tools;
		const { name, kills } = scheduler;
		const env = SETTINGS[name];
		const { installation } = prepared;
		const workspace = join(tools.workspace, name);
		await mkdir(workspace);
		const userFolder = join(workspace, 'n8n');
		const { n8n, rest } = await startEditor(prepared, { ...tools, workspace, userFolder, env });
		const proof = new Proof(scheduler, new Evidence(installation, userFolder), signal);
		const { watches } = proof;
		const host = { rest, cleanup, sharesData: name === 'durable' };
		for (const plan of PLANS) watches.push(...(await Watch.start(plan, host)));
		for (const watch of watches) watch.live(proof.random);

		let running = n8n;
		for (let kill = 1; kill <= kills; kill++) {
			report(`  Before kill ${kill} of ${kills}`);
			await proof.kill(running);
			const { logFile } = n8n;
			running = await startN8n({ installation, userFolder, logFile, env, cleanup, signal });
		}
		await proof.settle();
		await running.stop();
		await proof.look({ wasKilled: false });
		for (const { ledger, list } of watches) ledger.finish(list);
		return proof;
	}

	private async kill({ child, stop }: RunningN8n): Promise<void> {
		await this.poll();
		await this.pause(5 + 7 * this.random());
		await this.momentToKill();
		child.kill('SIGKILL');
		// Its task runner, which is in the same group.
		await stop();
		await this.look({ wasKilled: true });
		await this.pause(3 * this.random());
	}

	/** At any time, while a poll reads, or when it has read and n8n stores what it found. */
	private async momentToKill(): Promise<void> {
		const { random } = this;
		const dice = random();
		if (dice < 0.2) return;
		await this.poll();
		if (dice < 0.4) return await this.pause(0.4 * random());
		const count = () => this.watches.reduce((sum, { service }) => sum + service.requests.length, 0);
		for (let before = 0; before < count(); await this.pause(0.1)) before = count();
		await this.pause(0.1 * random());
	}

	/** Lets the lists rest until every trigger remembers its list as it is, or seems not to get there. */
	private async settle(): Promise<void> {
		for (const watch of this.watches) await watch.rest();
		const isSettled = async () => {
			const memoryOf = await this.evidence.memories();
			return this.watches.every((watch) => {
				return differingKeys(memoryOf(watch).hashes, hashesOf(watch.list)).length === 0;
			});
		};
		const options = { failure: '', withinMs: 120_000, everyMs: 1_000, signal: this.signal };
		await waitFor(isSettled, options).catch(() => undefined);
		// Whatever is emitted now is too much.
		for (let polls = 0; polls < 2; polls++) await this.poll();
		await this.pause(2);
	}

	/** Waits until the next poll has begun. */
	private async poll(): Promise<void> {
		const { signal, watches } = this;
		const begun = () => watches[0]?.polls.length ?? 0;
		const before = begun();
		const failure = 'n8n did not poll';
		await waitFor(() => begun() > before, { failure, withinMs: 90_000, everyMs: 5, signal });
	}

	/** Looks at what n8n leaves behind when it ends. */
	private async look(end: { wasKilled: boolean }): Promise<void> {
		const { evidence, watches } = this;
		const runs = await evidence.runsAfter(this.lastRun);
		const memoryOf = await evidence.memories();
		for (const watch of watches) {
			const { workflowId, trigger, ledger } = watch;
			const isOwn = (run: Run) => run.workflowId === workflowId && run.trigger === trigger;
			ledger.take(runs.filter(isOwn));
			ledger.compare(memoryOf(watch), end);
		}
		this.lastRun = runs.at(-1)?.id ?? this.lastRun;
		this.tasks = await evidence.countTasks();
	}

	private async pause(seconds: number): Promise<void> {
		await sleep(1_000 * seconds, undefined, { signal: this.signal });
	}
}
