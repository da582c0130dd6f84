import type { INodeTypeDescription } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import {
	EXAMPLE_FILES,
	parseExample,
	pathOf,
	readExample,
	type Example,
} from '../../harness/workflow/examples.mts';
import { Canvas } from '../pages/canvas.mts';
import { useEditor } from '../support/editor.mts';
import { keptParameters, readNodeTypes } from '../support/nodeTypes.mts';
import { takePicture } from '../support/picture.mts';

const { n8n, page } = useEditor();

let nodeTypes: INodeTypeDescription[];
beforeAll(async () => {
	nodeTypes = await readNodeTypes();
	// Credentials for the other services in the examples. Nothing is sent with them.
	for (const credential of [
		{ type: 'httpHeaderAuth', name: 'Header Auth account', data: { name: 'x-key', value: 'none' } },
		{ type: 'hubspotAppToken', name: 'HubSpot account', data: { appToken: 'none' } },
		{ type: 'openAiApi', name: 'OpenAI account', data: { apiKey: 'none' } },
		{ type: 'postgres', name: 'Postgres account', data: { host: '127.0.0.1' } },
		{ type: 'smtp', name: 'SMTP account', data: { host: '127.0.0.1' } },
	]) {
		await n8n.createCredential(credential);
	}
});

describe.each(EXAMPLE_FILES)('%s', (file) => {
	const example = readExample(file);

	it('contains only node types that n8n knows and parameters that it keeps', () => {
		for (const node of example.nodes) {
			expect(keptParameters(nodeTypes, node), node.name).toEqual(node.parameters);
		}
	});

	it('contains no credential IDs, and gets its credentials by name', async () => {
		expect(credentialIds(example)).toEqual(credentialIds(example).map(() => null));
		const imported = parseExample(await n8n.createWorkflow(example));
		expect(credentialIds(imported)).not.toContain(null);
	});

	it('shows no issues after importing the file', async () => {
		const canvas = await Canvas.openNew(page());
		await canvas.importFile(pathOf(file));
		await expect.poll(() => canvas.nodeNames()).toEqual(nodeNames(example));
		await takePicture(page(), `example-${file.replace('.json', '')}`, () => canvas.area());
		expect(await canvas.issues()).toEqual([]);
	});
});

function credentialIds({ nodes }: Example): Array<string | null> {
	return nodes.flatMap(({ credentials = {} }) => Object.values(credentials)).map(({ id }) => id);
}

function nodeNames({ nodes }: Example): string[] {
	return nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);
}
