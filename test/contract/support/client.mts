import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Target } from './target.mts';

/** Headers to change; `undefined` leaves one out. */
export type HeaderChanges = Record<string, string | undefined>;

const envelopeSchema = z.object({
	IsSuccess: z.boolean(),
	ErrorMessages: z.array(z.unknown()),
	Payload: z.array(z.record(z.unknown())),
});
type Envelope = z.infer<typeof envelopeSchema>;

/** The most pages read of a list, to be gentle on the service. */
export const MOST_PAGES = 5;

export class Reply {
	constructor(
		readonly status: number,
		readonly headers: Record<string, string | undefined>,
		readonly text: string,
	) {}

	/** The body, when it is an envelope (section 2.1). */
	get envelope(): Envelope | undefined {
		try {
			return envelopeSchema.safeParse(JSON.parse(this.text)).data;
		} catch {
			return undefined;
		}
	}

	get records(): Envelope['Payload'] {
		if (this.envelope) return this.envelope.Payload;
		throw new Error(`Expected an envelope; status ${this.status}, body: ${this.excerpt}`);
	}

	get isFailure(): boolean {
		return this.status >= 400 || this.envelope?.IsSuccess === false;
	}

	get promisesMore(): boolean {
		return this.headers['x-page-more']?.toLowerCase() === 'true';
	}

	get paging(): string {
		const { 'x-page-more': more = '(absent)', 'x-page-next': next = '(absent)' } = this.headers;
		return `x-page-more ${more}, x-page-next ${next}`;
	}

	/** How many records a page has, but not their contents: they are customer data. */
	get summary(): string {
		const { status, headers, envelope, excerpt, paging } = this;
		return envelope?.IsSuccess === true
			? `${status}, ${envelope.Payload.length} records, ${paging}`
			: `${status}, ${headers['content-type'] ?? 'no content type'}: ${excerpt}`;
	}

	get excerpt(): string {
		const line = this.text.replace(/\s+/g, ' ').trim();
		return line.length > 160 ? `${line.slice(0, 160)}…` : line || '(empty)';
	}
}

/** Shows no key, whatever the service responds. */
export class Client {
	private readonly replies = new Map<string, Promise<Reply>>();

	constructor(private readonly target: Omit<Target, 'close'>) {}

	/** Sends each request once, and returns its response to every further one. */
	async get(operation: string, changes: HeaderChanges = {}): Promise<Reply> {
		const request = JSON.stringify([operation, Object.entries(changes)]);
		const reply = this.replies.get(request) ?? this.send(operation, changes);
		this.replies.set(request, reply);
		return await reply;
	}

	async page(operation: string, offset: number, limit: number): Promise<Reply> {
		const paging = { 'x-page-offset': String(offset), 'x-page-limit': String(limit) };
		return await this.get(operation, paging);
	}

	/** The first pages of a list, along the headers (section 4.5, rule 6). */
	async firstPages(operation: string, limit: number): Promise<Reply[]> {
		const pages = [await this.page(operation, 0, limit)];
		for (let last = pages[0]; last?.promisesMore && pages.length < MOST_PAGES;) {
			last = await this.page(operation, Number(last.headers['x-page-next']), limit);
			pages.push(last);
		}
		return pages;
	}

	/** Sends a request with all four headers, apart from the changes. It follows no redirect. */
	async send(operation: string, changes: HeaderChanges = {}): Promise<Reply> {
		const { baseUrl, apiKey, companyId, pause = 0 } = this.target;
		const scrub = (text: string) => text.replaceAll(apiKey, '[API key]');
		const account = { 'x-api-key': apiKey, 'x-company-id': companyId };
		const paging = { 'x-page-offset': '0', 'x-page-limit': '50' };
		await sleep(pause);
		try {
			const sent = new Headers();
			for (const [name, value] of Object.entries({ ...account, ...paging, ...changes })) {
				if (value !== undefined) sent.set(name, value);
			}
			const response = await fetch(`${baseUrl}/${operation}`, {
				headers: sent,
				redirect: 'manual',
				signal: AbortSignal.timeout(30_000),
			});
			const headers: Reply['headers'] = {};
			response.headers.forEach((value, name) => (headers[name] = scrub(value)));
			return new Reply(response.status, headers, scrub(await response.text()));
		} catch (error) {
			// Node's message may contain the value of a header, and its cause the request.
			const cause = error instanceof Error ? error.cause : undefined;
			throw new Error(scrub(`No response to ${operation}: ${error} (${cause})`));
		}
	}
}
