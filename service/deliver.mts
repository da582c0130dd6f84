import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.mts';

type Send = NonNullable<Answer['send']>;

/** Sends the answer in the way that it names. */
export function deliver(answer: Answer, reply: FastifyReply): FastifyReply {
	if (!answer.send) return reply.code(answer.status).headers(answer.headers).send(bytes(answer));
	reply.hijack();
	void answer.send(reply.raw, answer);
	return reply;
}

export const sendReset: Send = ({ socket }) => {
	socket?.resetAndDestroy();
};

export const sendHalf: Send = (response, answer) => {
	const whole = begin(response, answer);
	response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
};

/** Sends as many bytes in a second. */
export function sendSlowly(perSecond: number): Send {
	return async (response, answer) => {
		const whole = begin(response, answer);
		for (let sent = 0; sent < whole.length && !response.destroyed; sent += perSecond / 50) {
			response.write(whole.subarray(sent, sent + perSecond / 50));
			await sleep(20);
		}
		response.end();
	};
}

/** Sends all bytes at once, and closes the connection only after so many milliseconds. */
export function sendUnclosed(milliseconds: number, hasLength: boolean): Send {
	return async (response, answer) => {
		// Without a length, and not in chunks, a body ends where the connection does.
		response.useChunkedEncodingByDefault = false;
		if (hasLength) response.write(begin(response, answer));
		else response.writeHead(answer.status, answer.headers).write(bytes(answer));
		await sleep(milliseconds, undefined, { ref: false });
		response.end();
	};
}

/** Sends the head of an answer, and returns its body. */
function begin(response: ServerResponse, answer: Answer): Buffer {
	const whole = bytes(answer);
	response.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length });
	return whole;
}

function bytes({ body }: Answer): Buffer {
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
