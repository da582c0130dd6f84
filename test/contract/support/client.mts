import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import type { Target } from './target.mts';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	/** The body, when it is an envelope (section 2.1). */
	envelope: Envelope | undefined;
}

const envelopeSchema = z.object({
	IsSuccess: z.boolean(),
	ErrorMessages: z.array(z.unknown()),
	Payload: z.array(z.record(z.unknown())),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** Headers to change; `undefined` leaves one out. */
export type HeaderChanges = Record<string, string | undefined>;

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
		const reply = await this.ask(operation, changes);
		this.replies.set(id, reply);
		return reply;
	}

	private async ask(operation: string, changes: HeaderChanges): Promise<Reply> {
		await sleep(this.target.pause);
		const headers = {
			'x-api-key': this.target.apiKey,
			'x-company-id': this.target.companyId,
			'x-page-offset': '0',
			'x-page-limit': '50',
			...changes,
		};
		try {
			const response = await fetch(`${this.target.baseUrl}/${operation}`, {
				headers: Object.entries(headers).filter(isSent),
				redirect: 'manual',
				signal: AbortSignal.timeout(TIMEOUT),
			});
			const received = new Headers();
			response.headers.forEach((value, name) => received.append(name, this.scrub(value)));
			const text = this.scrub(await response.text());
			return {
				status: response.status,
				headers: received,
				text,
				envelope: envelopeIn(text),
			};
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

function isSent(header: [string, string | undefined]): header is [string, string] {
	return header[1] !== undefined;
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
