import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { ask, type Answer, type HeaderChanges } from './ask.mts';
import type { Target } from './target.mts';

export interface Reply extends Answer {
	/** The body, when it is an envelope (section 2.1). */
	envelope: Envelope | undefined;
}

const envelopeSchema = z.object({
	IsSuccess: z.boolean(),
	ErrorMessages: z.array(z.unknown()),
	Payload: z.array(z.record(z.unknown())),
});
export type Envelope = z.infer<typeof envelopeSchema>;

const TIMEOUT = 30_000;

/** Sends requests to the target, one at a time, and removes its key from every response. */
export class Client {
	private readonly replies = new Map<string, Reply>();

	constructor(readonly target: Target) {}

	page(operation: string, offset: number, limit: number): Promise<Reply> {
		const paging = { 'x-page-offset': String(offset), 'x-page-limit': String(limit) };
		return this.get(operation, paging);
	}

	/** Sends each request once and returns the first response to every further one. */
	async get(operation: string, changes: HeaderChanges = {}): Promise<Reply> {
		const id = JSON.stringify([operation, Object.entries(changes)]);
		const known = this.replies.get(id);
		if (known !== undefined) return known;
		const reply = await this.send(operation, changes);
		this.replies.set(id, reply);
		return reply;
	}

	private async send(operation: string, changes: HeaderChanges): Promise<Reply> {
		await sleep(this.target.pause);
		try {
			const signal = AbortSignal.timeout(TIMEOUT);
			const answer = await ask(this.target, operation, changes, signal);
			const headers = new Headers();
			answer.headers.forEach((value, name) => headers.append(name, this.scrub(value)));
			const text = this.scrub(answer.text);
			return { status: answer.status, headers, text, envelope: envelopeIn(text) };
		} catch (error) {
			// Node's message may contain the value of a header, and its cause the request.
			const reason = error instanceof Error ? `${error.message} ${causeOf(error)}` : String(error);
			throw new Error(this.scrub(`No response to ${operation}: ${reason.trim()}`));
		}
	}

	private scrub(text: string): string {
		return text.replaceAll(this.target.apiKey, '[API key]');
	}
}

function causeOf({ cause }: Error): string {
	return cause instanceof Error ? `(${cause.message})` : '';
}

function envelopeIn(text: string): Envelope | undefined {
	try {
		return envelopeSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
