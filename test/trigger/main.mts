import { parseArgs } from 'node:util';
import { prepare } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { prove } from './proof.mts';
import { QUICK, SCHEDULERS } from './schedulers.mts';

await runScript('trigger', async (tools) => {
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	const prepared = await prepare(tools);
	const faults: string[] = [];
	for (const scheduler of values.quick ? QUICK : SCHEDULERS) {
		tools.report(`Watching lists with n8n's ${scheduler.name} scheduler …`);
		const start = Date.now();
		const watches = await prove(scheduler, prepared, tools);
		const figures = watches.map(({ plan, trigger, polls, ledger }) => {
			const name = `${plan.name}: ${trigger}`;
			faults.push(...ledger.faults.map((fault) => `${scheduler.name}, ${name}: ${fault}`));
			return { name, polls: polls.length, ...ledger.figures, faults: ledger.faults.length };
		});
		console.table(figures);
		tools.report(`${scheduler.kills} kills, ${Math.round((Date.now() - start) / 1000)} s`);
	}
	if (faults.length > 0) throw new Failure(faults.slice(0, 20).join('\n'));
});
