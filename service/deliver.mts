import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.mts';

/** Sends the answer in the way that it names. */
export function deliver(answer: Answer, reply: FastifyReply): FastifyReply {
	if (!answer.send) return reply.code(answer.status).headers(answer.headers).send(bytes(answer));
	reply.hijack();
	answer.send(reply.raw, answer);
	return reply;
}

/** Waits so many milliseconds, or until the client disconnects. */
export async function pause(ms: number, gone: AbortSignal): Promise<void> {
	if (ms > 0) await sleep(ms, undefined, { signal: gone }).catch(() => undefined);
}

export function sendReset({ socket }: ServerResponse): void {
	socket?.resetAndDestroy();
}

export function sendHalf(response: ServerResponse, answer: Answer): void {
	const whole = bytes(answer);
	response.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length });
	response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

/** JSON may start with white space, so the body is never invalid; it just never ends. */
export function sendDrops(response: ServerResponse, { status, headers }: Answer): void {
	response.writeHead(status, headers).flushHeaders();
	const drip = setInterval(() => response.write(' '), 50);
	response.once('close', () => clearInterval(drip));
}

function bytes({ body }: Answer): Buffer {
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
