import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../../harness/process/ports.mts';

/** The scripted replies of the fake model. */
export interface Script {
	/** The arguments of its tool call. */
	toolArguments(question: string): Record<string, unknown>;
	/** Turns the tool's result into the final answer. */
	answer(toolResult: string): string;
}

export interface LanguageModel {
	/** The base URL for n8n's OpenAI credential. */
	url: string;
	close(): void;
}

const messageSchema = z.object({ role: z.string(), content: z.string().nullish() });

const requestSchema = z.object({
	messages: z.array(messageSchema),
	tools: z.tuple([z.object({ function: z.object({ name: z.string() }) })]),
});

/** Just enough of OpenAI's chat completions API for an agent with one tool. */
export async function startLanguageModel(script: Script): Promise<LanguageModel> {
	const server = createServer(async (request, response) => {
		const { messages, tools } = requestSchema.parse(await json(request));
		const last = messages.at(-1);
		const call = () => toolCall(tools[0].function.name, script.toolArguments(questionIn(messages)));
		const message =
			last?.role === 'tool'
				? { content: script.answer(last.content ?? '') }
				: { content: null, tool_calls: [call()] };
		const choices = [{ index: 0, message: { role: 'assistant', ...message } }];
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ object: 'chat.completion', choices }));
	});
	const port = await listen(server);
	return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

function questionIn(messages: Array<z.infer<typeof messageSchema>>): string {
	return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

function toolCall(name: string, parameters: Record<string, unknown>) {
	return {
		id: 'call',
		type: 'function',
		function: { name, arguments: JSON.stringify(parameters) },
	};
}
