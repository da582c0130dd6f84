import { quicklySeeded } from '../../service/random.mts';
import { prepare } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { Proof } from './proof.mts';
import { SCHEDULERS } from './schedulers.mts';

const SEED = 11;

await runScript('trigger', async (tools) => {
	const prepared = await prepare(tools);
	const faults: string[] = [];
	for (const scheduler of SCHEDULERS.filter(({name}) => !process.argv[2] || name === process.argv[2])) {
		tools.report(`\n${scheduler.name}`);
		const dice = quicklySeeded();
		dice.seed(SEED);
		const proof = await Proof.start(scheduler, prepared, tools, () => dice.next());
		tools.report('started');
		await proof.live();
		tools.report('lived');
		await proof.settle();
		for (const watch of proof.watches) {
			console.log(watch.plan.name, watch.polls.length, watch.ledger.figures);
			faults.push(...watch.ledger.faults.map((fault) => `${scheduler.name}, ${watch.plan.name}: ${fault}`));
		}
		console.log(proof.tasks.size, [...proof.tasks.values()].reduce((counts: Record<string, number>, {status}) => ({...counts, [status]: (counts[status] ?? 0) + 1}), {}));
	}
	if (faults.length > 0) throw new Failure(faults.join('\n'));
});
