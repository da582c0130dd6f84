import { prepare } from '../../harness/sandbox.mts';
import { runChecks } from '../../harness/script/checks.mts';
import { runScript } from '../../harness/script/script.mts';
import { prove, type Proof } from './proof.mts';

const PROOFS: Array<Proof & { name: string }> = [
	{ name: 'Cursors: a kill loses or repeats nothing', hasCursors: true, kills: 1, isQuick: true },
	{ name: 'Cursors: nor do six, nor a new name', hasCursors: true, kills: 6 },
	{ name: 'By default, a kill loses or repeats one run at most', hasCursors: false, kills: 3 },
];

await runScript('trigger', async (tools) => {
	const prepared = await prepare(tools);
	const checks = PROOFS.map((proof) => ({
		...proof,
		prove: async () => await prove(proof, prepared, tools),
	}));
	await runChecks(checks, tools);
});
