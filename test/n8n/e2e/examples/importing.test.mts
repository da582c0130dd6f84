import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import {
	EXAMPLES,
	exampleSchema,
	readExample,
	type Example,
} from '../../../../harness/workflow/examples.mts';
import { test } from '../fixtures.mts';
import { takePicture } from '../picture.mts';

/** For the other services in the examples. Nothing is sent with them. */
const OTHER_CREDENTIALS = [
	{ type: 'googleSheetsOAuth2Api', name: 'Google Sheets account', data: { clientId: 'none' } },
	{ type: 'httpHeaderAuth', name: 'Header Auth account', data: { name: 'x-key', value: 'none' } },
	{ type: 'openAiApi', name: 'OpenAI account', data: { apiKey: 'none' } },
	{ type: 'postgres', name: 'Postgres account', data: { host: '127.0.0.1' } },
	{ type: 'smtp', name: 'SMTP account', data: { host: '127.0.0.1' } },
];

for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
	test(`${file} is imported as it is, without issues or clipped notes`, async ({
		page,
		canvas,
		n8n,
	}) => {
		for (const other of OTHER_CREDENTIALS) await n8n.createCredential(other);
		const example = readExample(file);

		await page.goto('/workflow/new');
		await page.getByTestId('workflow-menu').click();
		await page.getByRole('menuitem', { name: 'Import', exact: true }).click();
		const chooser = page.waitForEvent('filechooser');
		await page.getByRole('menuitem', { name: 'From file', exact: true }).click();
		const saving = page.waitForResponse(
			(response) =>
				response.url().endsWith('/rest/workflows') && response.request().method() === 'POST',
		);
		await (await chooser).setFiles(join(EXAMPLES, file));
		await canvas.nodes.first().waitFor();
		await page.getByTestId('zoom-to-fit').click();
		// n8n selects the imported nodes; clicking the empty canvas clears the selection.
		await page.getByTestId('canvas').click({ position: { x: 8, y: 8 } });
		await takePicture(page, `example-${file.replace('.json', '')}`, await canvas.area());
		await expect(page.getByTestId('node-issues')).toHaveCount(0);
		expect(await canvas.clippedNotes()).toEqual([]);

		const { data: saved } = savedSchema.parse(await (await saving).json());
		expect(keptOf(saved)).toEqual(keptOf(example));
		expect(credentialIds(saved)).not.toContain(null);
	});
}

const savedSchema = z.object({ data: exampleSchema });

function keptOf({ nodes }: Example): unknown[] {
	return nodes.map(({ name, type, typeVersion, parameters }) => {
		return { name, type, typeVersion, parameters };
	});
}

function credentialIds({ nodes }: Example): Array<string | null> {
	return nodes.flatMap(({ credentials = {} }) => Object.values(credentials)).map(({ id }) => id);
}
