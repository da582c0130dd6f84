import type { INodeTypeDescription } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../engine/support/service.mts';
import { Canvas } from '../pages/canvas.mts';
import { useCredential } from '../support/credential.mts';
import { EXAMPLE_FILES, pathOf, readExample, type Example } from '../support/examples.mts';
import { connectToN8n } from '../support/n8n.mts';
import { keptParameters, readNodeTypes } from '../support/nodeTypes.mts';
import { usePage } from '../support/page.mts';
import { takePicture } from '../support/picture.mts';

const service = useService();
const n8n = connectToN8n();
useCredential(n8n, service);
const page = usePage();

let nodeTypes: INodeTypeDescription[];
beforeAll(async () => {
	nodeTypes = await readNodeTypes();
	// What the examples name besides ours. Nothing is sent with them.
	for (const credential of [
		{ type: 'hubspotAppToken', name: 'HubSpot account', data: { appToken: 'none' } },
		{ type: 'openAiApi', name: 'OpenAI account', data: { apiKey: 'none' } },
		{ type: 'smtp', name: 'SMTP account', data: { host: '127.0.0.1' } },
	]) {
		await n8n.createCredential(credential);
	}
});

describe.each(EXAMPLE_FILES)('%s', (file) => {
	const example = readExample(file);

	it('holds only what n8n knows and keeps', () => {
		for (const node of example.nodes) {
			expect(keptParameters(nodeTypes, node), node.name).toEqual(node.parameters);
		}
	});

	it('names its credentials, and holds no ids of them', () => {
		const credentials = example.nodes.flatMap((node) => Object.values(node.credentials ?? {}));
		for (const credential of credentials) {
			expect(credential).toEqual({ id: null, name: expect.stringMatching(/ account$/) });
		}
	});

	it('is ready to run when it is imported and there are credentials of these names', async () => {
		const canvas = await Canvas.openNew(page());
		await canvas.importFile(pathOf(file));
		expect(await canvas.nodeNames()).toEqual(nodeNames(example));
		expect(await canvas.issues()).toEqual([]);
		await takePicture(page(), `example-${file.replace('.json', '')}`, await canvas.area());
	});
});

function nodeNames({ nodes }: Example): string[] {
	return nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);
}
