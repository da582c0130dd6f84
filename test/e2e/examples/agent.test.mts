import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { useService } from '../../engine/support/service.mts';
import { Canvas } from '../pages/canvas.mts';
import { useCredential } from '../support/credential.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { startLanguageModel, type LanguageModel } from '../support/languageModel.mts';
import { connectToN8n } from '../support/n8n.mts';
import { usePage } from '../support/page.mts';

const service = useService();
const n8n = connectToN8n();
useCredential(n8n, service);
const page = usePage();

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

it('answers in the chat from the customers that the agent read with the tool', async () => {
	const { GetCustomers: customers } = service().lists;
	const workflow = await n8n.createWorkflow(readExample('questions-about-customers.json'));
	const canvas = await Canvas.open(page(), workflow);
	const chat = await canvas.openChat();
	await chat.say('Which customers are in Rostock?');

	const names = namesIn('Rostock', customers.page(0, customers.length));
	expect(names.length).toBeGreaterThan(1);
	await chat.untilSaid(names.join('; '));
	expect(read).toHaveLength(customers.length);
});

function namesIn(city: string, customers: Array<Record<string, unknown>>): unknown[] {
	return customers.filter(({ City }) => City === city).map(({ Name }) => Name);
}
