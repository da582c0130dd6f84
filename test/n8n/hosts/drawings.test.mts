import assert from 'node:assert/strict';
import { isDrawn } from '../../../examples/source/crm.mts';
import { CRMS } from '../../../examples/source/crms.mts';
import { draw } from '../../../examples/source/draw.mts';
import { nodeTypesOf, unknownNames } from '../../../examples/test/unknownNames.mts';
import { isElsewhere } from '../../../harness/sandbox.mts';
import { QUICK } from '../../support/suite.mts';
import { test } from './hosts.mts';

test.skipIf(isElsewhere)('drawings say whether they need n8n 2', QUICK, async ({ scene }) => {
	const types = await nodeTypesOf(scene.rest);
	const drawn = CRMS.filter(isDrawn);
	const lacking = drawn.filter((crm) =>
		draw(crm).nodes.some((node) => unknownNames(node, types).length > 0),
	);
	const marked = drawn.filter(({ needsN8n2 }) => needsN8n2);
	assert.deepEqual(namesOf(lacking), namesOf(marked));
});

const namesOf = (crms: Array<{ name: string }>) => crms.map(({ name }) => name);
