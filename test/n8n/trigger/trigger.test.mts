import { QUICK, test } from '../../support/suite.mts';
import { prove } from './proof.mts';

// Somebody else's n8n polls in the one way that it is set up for, so choose its tests by their names.

test('with durable cursors, a kill loses or repeats nothing', QUICK, async ({ tools }) => {
	await prove({ hasCursors: true, kills: 1, isQuick: true }, tools);
});

test('with durable cursors, six kills and a new name lose or repeat nothing', async ({ tools }) => {
	await prove({ hasCursors: true, kills: 6 }, tools);
});

test('by default, a kill loses or repeats one run at most', async ({ tools }) => {
	await prove({ hasCursors: false, kills: 3 }, tools);
});
