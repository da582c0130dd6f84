import { expect } from '@playwright/test';
import Fastify from 'fastify';
import { z } from 'zod';
import { readExample } from '../../../../harness/workflow/examples.mts';
import { test as base } from '../fixtures.mts';

const test = base.extend<{ model: Awaited<ReturnType<typeof startModel>> }>({
	sizes: { customers: 120 },
	model: async ({ n8n }, use) => {
		const model = await startModel();
		const data = { apiKey: 'none', url: model.url };
		await n8n.createCredential({ name: 'OpenAI account', type: 'openAiApi', data });
		await use(model);
	},
});

test('answers in the chat with what the model looks up, or has to know', async ({
	page,
	model,
	open,
	service,
}) => {
	const { Name, ContactName } = service.lists.GetCustomers.at(7) ?? {};
	await open(readExample('questions-about-customers.json'));
	await page.getByTestId('workflow-chat-button').click();
	const chat = page.getByTestId('canvas-chat');
	const ask = async (search: unknown, fields: string) => {
		model.call = { search, fields };
		await chat.getByRole('textbox').fill('Who is our contact there?');
		await chat.getByRole('textbox').press('Enter');
	};
	await ask(Name, 'Name, ContactName');
	await expect(chat).toContainText(JSON.stringify([{ Name, ContactName }]));
	expect(model.toolDescription).toBe('Search customers in Customer Data');

	const message = '120 records were read, and none contains all words of "nobody".';
	await ask('nobody', 'Name');
	// As Markdown, JSON loses its backslashes.
	await expect(chat).toContainText(`[{"message":"${message}`);

	await ask(Name, 'Nmae');
	await expect(chat).toContainText(
		"has a field named 'Nmae'. In 'Field Names or IDs', choose from",
	);
	await expect(chat).toContainText("'ContactName', ");
});

/** Just enough of OpenAI's chat completions API to call a tool once, and to answer with what it returned. */
async function startModel() {
	const server = Fastify();
	server.post('/v1/chat/completions', ({ body }) => {
		const { messages, tools } = requestSchema.parse(body);
		const { name, description } = tools[0].function;
		model.toolDescription = description;
		const last = messages.at(-1);
		const call = { name, arguments: JSON.stringify(model.call) };
		const next =
			last?.role === 'tool'
				? { content: last.content }
				: { content: null, tool_calls: [{ id: 'call', type: 'function', function: call }] };
		const choices = [{ index: 0, message: { role: 'assistant', ...next } }];
		return { object: 'chat.completion', choices };
	});
	server.server.unref();
	const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
	/** With what it calls the tool, and what it was told of the tool. */
	const model = { url, call: {}, toolDescription: '' };
	return model;
}

const functionSchema = z.object({ name: z.string(), description: z.string() });
const requestSchema = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
	tools: z.tuple([z.object({ function: functionSchema })]),
});
