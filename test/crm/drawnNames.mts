import assert from 'node:assert/strict';
import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import type { Crm } from '../../harness/crm/crm.mts';
import { CRMS } from '../../harness/crm/crms.mts';
import { drawings, upsertStep } from '../../harness/crm/draw.mts';
import type { Check } from '../../harness/script/checks.mts';
import type { Scene } from './scene.mts';
import { unknownNames } from './unknownNames.mts';

const typesSchema = z.array(
	z.custom<INodeTypeDescription>((value) => value instanceof Object && 'properties' in value),
);

/** Every node, version, parameter and choice in the drawings of CRMs exists in this n8n. */
export function drawnNames({ rest }: Scene): Check {
	const prove = async () => {
		const { url, cookie } = rest;
		// The next request would reuse a connection that n8n may just be closing.
		const headers = { cookie, connection: 'close' };
		const response = await fetch(`${url}/types/nodes.json`, { headers });
		assert.deepEqual(unknownInDrawings(typesSchema.parse(await response.json())), []);
	};
	return { name: 'examples/crm: has only names that n8n knows', isQuick: true, prove };
}

export function unknownInDrawings(types: INodeTypeDescription[]): string[] {
	const drawn = Object.entries(drawings()).flatMap(([file, { nodes }]) =>
		nodes.map((node) => ({ file, node })),
	);
	const upserts = CRMS.flatMap((crm) => {
		const node = upsertNode(crm);
		return node ? [{ file: crm.name, node }] : [];
	});
	return [...drawn, ...upserts].flatMap(({ file, node }) =>
		// Notes have names and sizes of their own.
		node.type.endsWith('.stickyNote')
			? []
			: unknownNames(node, types).map((name) => `${file}, ${node.name}: ${name}`),
	);
}

function upsertNode(crm: Crm): INode | undefined {
	const step = upsertStep(crm);
	return step && { ...step, id: '', name: 'Save to CRM', position: [0, 0] };
}
