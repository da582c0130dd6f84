import type { RunningService } from '../../service/server.mts';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
}

type Target = Pick<RunningService, 'baseUrl' | 'apiKey' | 'companyId'>;

/** Sends a request with all four headers; a header given as `undefined` is left out. */
export async function ask(
	service: Target,
	operation: string,
	headers: Record<string, string | undefined> = {},
	signal?: AbortSignal,
): Promise<Reply> {
	const all = {
		'x-api-key': service.apiKey,
		'x-company-id': service.companyId,
		'x-page-offset': '0',
		'x-page-limit': '50',
		...headers,
	};
	const sent = Object.entries(all).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value] satisfies [string, string]],
	);
	const url = `${service.baseUrl}/${operation}`;
	const response = await fetch(url, { headers: sent, redirect: 'manual', signal });
	return { status: response.status, headers: response.headers, text: await response.text() };
}

export async function askPage(service: Target, operation: string, offset: number, limit = 50) {
	const reply = await ask(service, operation, {
		'x-page-offset': String(offset),
		'x-page-limit': String(limit),
	});
	return { ...reply, envelope: envelopeIn(reply) };
}

export function envelopeIn({ text }: Reply): Record<string, unknown> {
	return asObject(JSON.parse(text));
}

export function payloadIn(envelope: unknown): unknown[] {
	const { Payload } = asObject(envelope);
	if (!Array.isArray(Payload)) throw new Error('The payload is not an array.');
	return Payload;
}

function asObject(value: unknown): Record<string, unknown> {
	if (typeof value !== 'object' || value === null) throw new Error('That is not an object.');
	return { ...value };
}
