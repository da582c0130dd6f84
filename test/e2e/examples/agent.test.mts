import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readExample } from '../../harness/workflow/examples.mts';
import type { Chat } from '../pages/chat.mts';
import { useEditor } from '../support/editor.mts';
import { startLanguageModel, type LanguageModel } from '../support/languageModel.mts';

const { n8n, open, service } = useEditor();

type Customer = Record<string, unknown>;
const customersSchema = z.array(z.record(z.unknown()));

let model: LanguageModel;
let found: Customer[];
beforeAll(async () => {
	model = await startLanguageModel({
		toolArguments: (question) =>
			question.includes('Rostock')
				? { search: 'rostock', fields: 'Name, City' }
				: { search: 'kolotzei', fields: 'Name, ContactName' },
		answer: (toolResult) => {
			found = customersSchema.parse(JSON.parse(toolResult));
			return found.map((customer) => Object.values(customer).join(': ')).join('; ');
		},
	});
	const data = { apiKey: 'none', url: model.url };
	await n8n.createCredential({ name: 'OpenAI account', type: 'openAiApi', data });
});
afterAll(() => model.close());

let chat: Chat;
beforeAll(async () => {
	const canvas = await open(readExample('questions-about-customers.json'));
	chat = await canvas.openChat();
});

it('finds one customer out of 1,240 by a part of its name, and answers with it', async () => {
	await chat.say('Who is our contact at Kolotzei?');
	await chat.untilSaid('Lindenberg-Kölotzei: Nancy Gutowicz');
	expect(service().lists.GetCustomers.length).toBe(1_240);
	expect(found).toEqual([{ Name: 'Lindenberg-Kölotzei', ContactName: 'Nancy Gutowicz' }]);
});

it('answers from all customers of a city', async () => {
	await chat.say('Which customers are in Rostock?');
	await chat.untilSaid('Möldner-Bader: Rostock');
	const { GetCustomers: customers } = service().lists;
	const inRostock = customers.page(0, customers.length).filter(({ City }) => City === 'Rostock');
	expect(inRostock.length).toBeGreaterThan(1);
	expect(found).toEqual(
		expect.arrayContaining(inRostock.map(({ Name, City }) => ({ Name, City }))),
	);
});
