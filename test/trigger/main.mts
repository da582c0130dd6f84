import { parseArgs } from 'node:util';
import { prepare } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { faultsOf, figuresOf } from './figures.mts';
import { Proof } from './proof.mts';
import { QUICK, SCHEDULERS } from './schedulers.mts';

await runScript('trigger', async (tools) => {
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	const prepared = await prepare(tools);
	const faults: string[] = [];
	for (const scheduler of values.quick ? QUICK : SCHEDULERS) {
		tools.report(`Watching lists with n8n's ${scheduler.name} scheduler …`);
		const start = Date.now();
		const proof = await Proof.run(scheduler, prepared, tools);
		const seconds = Math.round((Date.now() - start) / 1000);
		const found = faultsOf(proof);
		const lines = [...figuresOf(proof), `faults: ${found.length} (${seconds} s)`];
		for (const line of lines) tools.report(`  ${line}`);
		faults.push(...found.slice(0, 20).map((fault) => `${scheduler.name}, ${fault}`));
	}
	if (faults.length > 0) throw new Failure(faults.join('\n'));
});
