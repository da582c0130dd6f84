import { quicklySeeded } from '../../service/random.mts';
import { prepare } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { linesOf, pollsOf } from './figures.mts';
import { Proof } from './proof.mts';
import { type Scheduler, SCHEDULERS } from './schedulers.mts';

const SEED = 11;
const SHOWN_FAULTS = 20;

/** Proves the trigger under the schedulers given on the command line, or under all of them. */
await runScript('trigger', async (tools) => {
	const { report } = tools;
	const schedulers = chosenSchedulers(process.argv.slice(2));
	const prepared = await prepare(tools);
	const faults: string[] = [];
	for (const scheduler of schedulers) {
		report(`Watching lists with n8n's ${scheduler.title} …`);
		const start = Date.now();
		const dice = quicklySeeded();
		dice.seed(SEED);
		const proof = await Proof.start(scheduler, prepared, tools, () => dice.next());
		await proof.live();
		await proof.settle();
		for (const line of linesOf(proof)) report(`  ${line}`);
		const found = faultsOf(proof);
		const seconds = Math.round((Date.now() - start) / 1000);
		report(`  ${found.length === 0 ? '✓' : '✗'} ${found.length} faults (${seconds} s)`);
		faults.push(...found.slice(0, SHOWN_FAULTS).map((fault) => `${scheduler.name}: ${fault}`));
	}
	if (faults.length > 0) throw new Failure(faults.join('\n'));
});

function chosenSchedulers(names: string[]): Scheduler[] {
	const known = SCHEDULERS.map(({ name }) => name);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		throw new Failure(`Unknown scheduler ${unknown.join(', ')}. Choose from ${known.join(', ')}.`);
	}
	return SCHEDULERS.filter(({ name }) => names.length === 0 || names.includes(name));
}

function faultsOf({ scheduler, watches, tasks }: Proof): string[] {
	const faults = watches.flatMap(({ plan, ledger }) =>
		ledger.faults.map((fault) => `"${plan.name}": ${fault}`),
	);
	if (pollsOf(watches) < scheduler.polls) faults.push('There were too few polls');
	const begun = tasks.size >= scheduler.polls;
	if (scheduler.keepsTasks ? !begun : tasks.size > 0) faults.push('Another scheduler polled');
	return faults;
}
