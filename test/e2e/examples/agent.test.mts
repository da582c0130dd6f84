import { expect } from '@playwright/test';
import Fastify from 'fastify';
import { z } from 'zod';
import { assertSuccess, outputOf } from '../../../harness/n8n/execution.mts';
import { readExample, withNodes } from '../../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../../harness/workflow/nodes.mts';
import { test as base } from '../fixtures.mts';

const EXAMPLE = readExample('questions-about-customers.json');
const CHAT = 'When chat message received';
const AGENT = 'AI Agent';
const TOOL = 'Search customers';

const SEARCH = {
	operation: 'search',
	search: "={{ $fromAI('words') }}",
	returnAll: false,
	options: {},
};

const test = base.extend<{ model: Awaited<ReturnType<typeof startModel>> }>({
	sizes: { customers: 120 },
	model: async ({ n8n }, use) => {
		const model = await startModel();
		const data = { apiKey: 'none', url: model.url };
		await n8n.createCredential({ name: 'OpenAI account', type: 'openAiApi', data });
		await use(model);
	},
});

test('answers in the chat with what the model looks up', async ({ page, model, open, service }) => {
	const { Name, ContactName } = service.lists.GetCustomers.at(7) ?? {};
	model.call = { search: String(Name), fields: 'Name, ContactName' };
	await open(EXAMPLE);
	await page.getByTestId('workflow-chat-button').click();
	const chat = page.getByTestId('canvas-chat');
	await chat.getByRole('textbox').fill('Who is our contact there?');
	await chat.getByRole('textbox').press('Enter');
	await expect(chat).toContainText(JSON.stringify([{ Name, ContactName }]));
	expect(model.toolDescription).toBe('Search customers in Customer Data');
});

test('tells the model what it has to know', async ({ model, n8n, service }) => {
	const ask = async (parameters: object, call: Record<string, string>) => {
		model.call = call;
		const draft = withNodes(EXAMPLE, {
			[CHAT]: { type: MANUAL_TRIGGER.type, typeVersion: 1 },
			[AGENT]: { parameters: { promptType: 'define', text: 'Who is it?' } },
			'Simple Memory': { disabled: true },
			[TOOL]: { parameters: { ...parameters } },
		});
		const execution = await n8n.run(await n8n.createWorkflow(draft), CHAT);
		assertSuccess(execution);
		return String(outputOf(execution, AGENT)[0]?.output);
	};
	const { Code } = service.lists.GetCustomers.at(7) ?? {};
	const fields = { options: { fields: "={{ $fromAI('fields') }}" } };
	const nobody = '120 records were read, and none contains all words of "nobody".';
	expect(JSON.parse(await ask(SEARCH, { words: 'nobody' }))).toEqual([{ message: nobody }]);
	const odd = await ask({ ...SEARCH, ...fields }, { words: String(Code), fields: 'Nmae' });
	expect(odd).toContain("has a field named 'Nmae'. In 'Field Names or IDs', choose from");
	expect(odd).toContain("'ContactName', ");
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
