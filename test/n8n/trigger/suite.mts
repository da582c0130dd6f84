import { isElsewhere, prepare } from '../../../harness/sandbox.mts';
import { runChecks } from '../../../harness/script/checks.mts';
import type { Suite } from '../../../harness/suite.mts';
import { mortal, mortalElsewhere } from './mortal.mts';
import { prove, type Proof } from './proof.mts';

const PROOFS: Array<Proof & { name: string }> = [
	{ name: 'Cursors: a kill loses or repeats nothing', hasCursors: true, kills: 1, isQuick: true },
	{ name: 'Cursors: nor do six, nor a new name', hasCursors: true, kills: 6 },
	{ name: 'By default, a kill loses or repeats one run at most', hasCursors: false, kills: 3 },
];

/** Somebody else's n8n polls in the one way that it is set up for, so choose its checks by their names. */
export const suite: Suite = async (tools) => {
	const bear = isElsewhere ? mortalElsewhere(tools) : mortal(await prepare(tools), tools);
	const checks = PROOFS.map((proof) => ({
		...proof,
		async prove() {
			const n8n = await bear(proof);
			const figures = await prove(proof, n8n, tools);
			// As it was found.
			if (isElsewhere) await n8n.start();
			return figures;
		},
	}));
	await runChecks(checks, tools);
};
