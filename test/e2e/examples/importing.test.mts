import { expect } from '@playwright/test';
import {
	EXAMPLE_FILES,
	parseExample,
	pathOf,
	readExample,
	type Example,
} from '../../harness/workflow/examples.mts';
import { test } from '../fixtures.mts';
import { takePicture } from '../picture.mts';
import { z } from 'zod';

/** For the other services in the examples. Nothing is sent with them. */
const OTHER_CREDENTIALS = [
	{ type: 'httpHeaderAuth', name: 'Header Auth account', data: { name: 'x-key', value: 'none' } },
	{ type: 'hubspotAppToken', name: 'HubSpot account', data: { appToken: 'none' } },
	{ type: 'openAiApi', name: 'OpenAI account', data: { apiKey: 'none' } },
	{ type: 'postgres', name: 'Postgres account', data: { host: '127.0.0.1' } },
	{ type: 'smtp', name: 'SMTP account', data: { host: '127.0.0.1' } },
];

for (const file of EXAMPLE_FILES) {
	test(`${file} is imported as it is, without issues`, async ({ page, canvas, n8n }) => {
		for (const other of OTHER_CREDENTIALS) await n8n.createCredential(other);
		const example = readExample(file);
		expect(credentialIds(example).filter((id) => id !== null)).toEqual([]);

		await page.goto('/workflow/new');
		const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
		await page.getByTestId('workflow-menu').click();
		await item('Import').click();
		const chooser = page.waitForEvent('filechooser');
		await item('From file').click();
		await (await chooser).setFiles(pathOf(file));
		await canvas.nodes.first().waitFor();
		await page.getByTestId('zoom-to-fit').click();
		// n8n selects the imported nodes; clicking the empty canvas clears the selection.
		await page.getByTestId('canvas').click({ position: { x: 8, y: 8 } });
		const names = example.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
		await expect.poll(() => canvas.nodeNames()).toEqual(names.map(({ name }) => name));
		await takePicture(page, `example-${file.replace('.json', '')}`, await canvas.area());
		await expect(page.getByTestId('node-issues')).toHaveCount(0);
		await page.keyboard.press('Control+s');
		await page.waitForTimeout(3000);
		console.log(page.url());
		const id = new URL(page.url()).pathname.split('/').at(-1);
		const saved = parseExample(await n8n.call('GET', `/workflows/${id}`, z.unknown()));
		expect(credentialIds(saved)).not.toContain(null);
		const strip = ({ nodes }: Example) =>
			nodes.map(({ name, type, typeVersion, parameters }) => ({
				name,
				type,
				typeVersion,
				parameters,
			}));
		expect(strip(saved)).toEqual(strip(example));
	});
}

function credentialIds({ nodes }: Example): Array<string | null> {
	return nodes.flatMap(({ credentials = {} }) => Object.values(credentials)).map(({ id }) => id);
}
