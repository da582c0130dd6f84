import type { FastifyReply } from 'fastify';

import type { Answer } from './answer.mts';
import { pause } from './pause.mts';

const DRIP_INTERVAL = 50;

/** Sends the answer in the way that it names. `gone` is aborted when the client disconnects. */
export async function deliver(answer: Answer, reply: FastifyReply, gone: AbortSignal) {
	await pause(answer.delay, gone);
	if (answer.delivery === 'whole' && !gone.aborted) {
		return await reply.code(answer.status).headers(answer.headers).send(bytes(answer));
	}
	reply.hijack();
	if (gone.aborted || answer.delivery === 'hang') return reply;
	if (answer.delivery === 'reset') reply.raw.socket?.resetAndDestroy();
	else if (answer.delivery === 'cut') sendHalf(answer, reply);
	else void drip(answer, reply, gone);
	return reply;
}

function sendHalf(answer: Answer, { raw }: FastifyReply): void {
	const whole = bytes(answer);
	raw.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length });
	raw.write(whole.subarray(0, whole.length / 2), () => raw.destroy());
}

/** JSON may start with white space, so the body is never invalid; it just never ends. */
async function drip({ status, headers }: Answer, { raw }: FastifyReply, gone: AbortSignal) {
	raw.writeHead(status, headers);
	while (!raw.closed) {
		raw.write(' ');
		await pause(DRIP_INTERVAL, gone);
	}
}

function bytes({ body, encoding }: Answer): Buffer {
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), encoding);
}
