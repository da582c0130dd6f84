import { createServer, connect, type Socket } from 'node:net';
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
	'reset before the answer': (client) => client.resetAndDestroy(),
	'reset in the middle of the answer': (client, answer, random) =>
		client.write(partOf(answer, random), () => client.resetAndDestroy()),
	'closed in the middle of the answer': (client, answer, random) =>
		client.end(partOf(answer, random)),
	'stalled in the middle of the answer': (client, answer, random) =>
		client.write(partOf(answer, random)),
	'trickling for too long': async (client, answer) => {
		for (let sent = 0; sent < answer.length && client.writable; sent += 3) {
			client.write(answer.subarray(sent, sent + 3));
			await sleep(20);
		}
	},
	'garbled in its first word': (client, answer, random) =>
		client.end(garbled(answer, 0, 'HTTP/'.length, random)),
	'garbled in its head': (client, answer, random) =>
		client.end(garbled(answer, 'HTTP/'.length, headLength(answer), random)),
	'garbled in its body': (client, answer, random) =>
		client.end(garbled(answer, headLength(answer), answer.length, random)),
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

/** The first bytes of the answer: none, some, or all but the last. */
function partOf(answer: Buffer, random: Random): Buffer {
	return answer.subarray(0, random() * answer.length);
}

function headLength(answer: Buffer): number {
	return answer.indexOf('\r\n\r\n') + 4;
}

/**
 * The answer with a byte between `start` and `end` replaced, or one more in front of it. The byte is
 * a control character: neither a head nor JSON may hold one, so it is noticed wherever it is. Other
 * bytes could turn a value into another one, such as `true` in `x-page-more` or a letter in a name,
 * and over plain HTTP no receiver can know.
 */
function garbled(answer: Buffer, start: number, end: number, random: Random): Buffer {
	const at = start + Math.floor(random() * (end - start));
	const replaced = random() < 0.5 ? 1 : 0;
	const control = Buffer.of(Math.floor(random() * 9));
	return Buffer.concat([answer.subarray(0, at), control, answer.subarray(at + replaced)]);
}

function declared(answer: Buffer, change: number): Buffer {
	const text = answer.toString('latin1');
	const length = /(?<=^content-length: )\d+/im;
	return Buffer.from(
		text.replace(length, (digits) => `${Number(digits) + change}`),
		'latin1',
	);
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
		// A reset is an error, too.
		for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
		client.once('close', () => upstream.destroy());
		client.pipe(upstream);
		const misbehave = next();
		if (misbehave === undefined) upstream.pipe(client);
		else buffer(upstream).then((answer) => misbehave(client, answer, random), ignoreGone);
	});
	const port = await getPort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${port}${pathname}`;
}

/** The client hung up before the service answered. */
function ignoreGone(): void {}
