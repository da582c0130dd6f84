import assert from 'node:assert/strict';
import type { INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import { exampleFiles, readExample } from '../../harness/workflow/examples.mts';
import { QUICK } from '../../test/support/suite.mts';
import { CRMS } from '../source/crms.mts';
import { drawings, upsertStep } from '../source/draw.mts';
import { test } from './crm.mts';
import { unknownNames } from './unknownNames.mts';

const typesSchema = z.array(
	z.custom<INodeTypeDescription>((value) => value instanceof Object && 'properties' in value),
);

/** Every node, version, parameter and choice in the examples, and in the table of CRMs, exists in this n8n. */
test('examples have only names that n8n knows', QUICK, async ({ n8n: { cookie, url } }) => {
	// The next request would reuse a connection that n8n may just be closing.
	const headers = { cookie, connection: 'close' };
	const response = await fetch(`${url}/types/nodes.json`, { headers });
	const types = typesSchema.parse(await response.json());
	const unknown = [...nodesOfExamples(), ...upserts()].flatMap(({ file, node }) =>
		unknownNames(node, types).map((name) => `${file}, ${node.name}: ${name}`),
	);
	assert.deepEqual(unknown, []);
});

function nodesOfExamples() {
	// Notes have names and sizes of their own.
	const drawn = drawings();
	return exampleFiles().flatMap((file) => {
		const { nodes } = drawn[file] ?? readExample(file);
		return nodes
			.filter(({ type }) => !type.endsWith('.stickyNote'))
			.map((node) => ({ file, node }));
	});
}

function upserts() {
	const others = { id: '', name: 'Save to CRM', position: [0, 0] as [number, number] };
	return CRMS.flatMap((crm) => {
		const step = upsertStep(crm);
		return step ? [{ file: crm.name, node: { ...step, ...others } }] : [];
	});
}
