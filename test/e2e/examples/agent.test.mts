import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readExample } from '../../harness/workflow/examples.mts';
import { useEditor } from '../support/editor.mts';
import { startLanguageModel, type LanguageModel } from '../support/languageModel.mts';

const { n8n, open, service } = useEditor();

const customersSchema = z.array(z.object({ Name: z.string(), City: z.string() }).strict());

let model: LanguageModel;
let read: z.infer<typeof customersSchema>;
beforeAll(async () => {
	model = await startLanguageModel({
		toolArguments: { fields: 'Name, City' },
		answer: (toolResult) => {
			read = customersSchema.parse(JSON.parse(toolResult));
			return namesIn('Rostock', read).join('; ');
		},
	});
	const data = { apiKey: 'none', url: model.url };
	await n8n.createCredential({ name: 'OpenAI account', type: 'openAiApi', data });
});
afterAll(() => model.close());

it('answers a chat message from the customers that the agent read with the tool', async () => {
	const { GetCustomers: customers } = service().lists;
	const canvas = await open(readExample('questions-about-customers.json'));
	const chat = await canvas.openChat();
	await chat.say('Which customers are in Rostock?');

	const all = customers.page(0, customers.length);
	const names = namesIn('Rostock', all);
	expect(names.length).toBeGreaterThan(1);
	await chat.untilSaid(names.join('; '));
	expect(read).toEqual(all.map(({ Name, City }) => ({ Name, City })));
});

function namesIn(city: string, customers: Array<Record<string, unknown>>): unknown[] {
	return customers.filter(({ City }) => City === city).map(({ Name }) => Name);
}
