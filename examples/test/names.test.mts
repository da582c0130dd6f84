import assert from 'node:assert/strict';
import { exampleFiles, readExample } from '../../harness/workflow/examples.mts';
import { QUICK } from '../../test/support/suite.mts';
import { CRMS } from '../source/crms.mts';
import { drawings, upsertStep } from '../source/draw.mts';
import { test } from './crm.mts';
import { nodeTypesOf, unknownNames } from './unknownNames.mts';

/** Every node, version, parameter and choice in the examples, and in the table of CRMs, exists in this n8n. */
test('examples have only names that n8n knows', QUICK, async ({ n8n }) => {
	const types = await nodeTypesOf(n8n);
	const unknown = [...nodesOfExamples(), ...upserts()].flatMap(({ file, node }) =>
		unknownNames(node, types).map((name) => `${file}, ${node.name}: ${name}`),
	);
	assert.deepEqual(unknown, []);
});

function nodesOfExamples() {
	const drawn = drawings();
	return exampleFiles().flatMap((file) => {
		const { nodes } = drawn[file] ?? readExample(file);
		return nodes.map((node) => ({ file, node }));
	});
}

function upserts() {
	const others = { id: '', name: 'Save to CRM', position: [0, 0] as [number, number] };
	return CRMS.flatMap((crm) => {
		const step = upsertStep(crm);
		return step ? [{ file: crm.name, node: { ...step, ...others } }] : [];
	});
}
