import { connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';
import { onTestFinished } from 'vitest';

/** From 0 up to 1, like `Math.random`. */
type Random = () => number;

/** Sends a whole answer to the client in a way of its own. */
export type Misbehave = (client: Socket, answer: Buffer, random: Random) => unknown;

/** How a network can spoil an answer so that its receiver can tell. */
export const MISBEHAVIOURS: Record<string, Misbehave> = {
	'reset in the middle': (client, answer, random) =>
		client.write(startOf(answer, random), () => client.resetAndDestroy()),
	'closed in the middle': (client, answer, random) => client.end(startOf(answer, random)),
	'stalled in the middle': (client, answer, random) => client.write(startOf(answer, random)),
	'garbled in its first word': (client, answer, random) =>
		client.end(garbled(answer, 'HTTP/'.length, random)),
	'garbled in its head': (client, answer, random) =>
		client.end(garbled(answer, answer.indexOf('\r\n\r\n'), random)),
	'garbled somewhere': (client, answer, random) =>
		client.end(garbled(answer, answer.length, random)),
	'declared longer than it is': (client, answer) => client.end(declared(answer, 1)),
	'declared shorter than it is': (client, answer) => client.end(declared(answer, -1)),
};

/** Few bytes at first, so that the head, and a letter of several bytes, come in pieces. */
export const trickle: Misbehave = async (client, answer, random) => {
	for (let sent = 0; sent < answer.length; await sleep(1)) {
		const size = 1 + Math.floor(random() * Math.max(3, sent));
		client.write(answer.subarray(sent, sent + size));
		sent += size;
	}
	client.end();
};

/** None of the answer, some, or all but the last byte. */
function startOf(answer: Buffer, random: Random): Buffer {
	return answer.subarray(0, random() * answer.length);
}

/**
 * The answer with a byte before `end` replaced by a control character: neither a head nor JSON may hold
 * one, so it is noticed wherever it is. Over plain HTTP, no receiver can know that another letter came.
 */
function garbled(answer: Buffer, end: number, random: Random): Buffer {
	const result = Buffer.from(answer);
	result[Math.floor(random() * end)] = Math.floor(random() * 9);
	return result;
}

function declared(answer: Buffer, change: number): Buffer {
	const length = /(?<=^content-length: )\d+/im;
	const text = answer.toString('latin1');
	const changed = text.replace(length, (digits) => String(Number(digits) + change));
	return Buffer.from(changed, 'latin1');
}

/**
 * Starts a TCP proxy in front of a service, until the test ends. One connection carries one request,
 * as in n8n.
 *
 * @param next how the next connection misbehaves, if it does
 * @returns the address of the service by way of the proxy
 */
export async function startProxy(
	serviceUrl: string,
	random: Random,
	next: () => Misbehave | undefined,
): Promise<string> {
	const { hostname: host, port: servicePort, pathname } = new URL(serviceUrl);
	const server = createServer((client) => {
		const upstream = connect({ host, port: Number(servicePort) });
		for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
		client.once('close', () => upstream.destroy());
		client.pipe(upstream);
		const misbehave = next();
		if (misbehave === undefined) return void upstream.pipe(client);
		const isGone = () => undefined;
		buffer(upstream).then((answer) => misbehave(client, answer, random), isGone);
	});
	const port = await getPort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${port}${pathname}`;
}
