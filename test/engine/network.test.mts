import { connect, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';
import { describe, expect, it, onTestFinished } from 'vitest';

import { quicklySeeded } from '../../service/random.mts';
import { readCustomers } from './support/runNode.mts';
import { useOwnService } from './support/service.mts';
import { withoutJitter } from './support/time.mts';

const RECORDS = 500;
const SEEDS = [1, 2, 3, 4];

const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

/** From 0 up to 1, like `Math.random`. */
type Random = () => number;

/** What of an answer arrives, and what becomes of the connection then. */
interface Delivery {
	bytes: (answer: Buffer, random: Random) => Buffer;
	ending?: 'reset' | 'stalled';
}

const startOf: Delivery['bytes'] = (answer, random) => answer.subarray(0, random() * answer.length);

/**
 * Replaces a byte before the end by a control character: neither a head nor JSON may hold one, so it is
 * noticed wherever it is. Over plain HTTP, no receiver can know that another letter came.
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

const WHOLE: Delivery = { bytes: (answer) => answer };

/** How a network can spoil an answer so that its receiver can tell. */
const SPOILT: Record<string, Delivery> = {
	'reset in the middle': { bytes: startOf, ending: 'reset' },
	'closed in the middle': { bytes: startOf },
	'stalled in the middle': { bytes: startOf, ending: 'stalled' },
	'garbled in its first word': {
		bytes: (answer, random) => garbled(answer, 'HTTP/'.length, random),
	},
	'garbled in its head': {
		bytes: (answer, random) => garbled(answer, answer.indexOf('\r\n\r\n'), random),
	},
	'garbled somewhere': { bytes: (answer, random) => garbled(answer, answer.length, random) },
	'declared longer than it is': { bytes: (answer) => declared(answer, 1) },
	'declared shorter than it is': { bytes: (answer) => declared(answer, -1) },
};

/** Starts a TCP proxy in front of the service. One connection carries one request, as in n8n. */
async function startProxy(random: Random, next: () => Delivery): Promise<string> {
	const { hostname: host, port: servicePort, pathname } = new URL(service().baseUrl);
	const server = createServer(async (client) => {
		const upstream = connect({ host, port: Number(servicePort) });
		for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
		client.once('close', () => upstream.destroy());
		client.pipe(upstream);
		const { bytes, ending } = next();
		const answer = await buffer(upstream).catch(() => Buffer.of());
		const sent = bytes(answer, random);
		// In two pieces, which can part the head, or a letter of several bytes.
		const middle = random() * sent.length;
		client.write(sent.subarray(0, middle));
		await sleep(1);
		client.write(sent.subarray(middle));
		if (ending === 'reset') client.resetAndDestroy();
		else if (ending === undefined) client.end();
	});
	const port = await getPort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${port}${pathname}`;
}

/** Reads through such a proxy. @returns the message that it ended with, if it did not return the whole list */
async function readThrough(options: object, next: (random: Random) => Delivery, ...seed: number[]) {
	const randomizer = quicklySeeded();
	randomizer.seed(seed);
	const random = () => randomizer.next();
	const credential = { baseUrl: await startProxy(random, () => next(random)) };
	const all = { timeout: 400, ...options };
	const { records, error, saved } = await readCustomers(service(), all, { credential });
	expect(saved).not.toContain(service().apiKey);
	expect(records).toEqual(error ? [] : service().lists.GetCustomers.page(0, RECORDS));
	return error?.message;
}

describe('a network that spoils an answer', () => {
	it.each(Object.entries(SPOILT))('loses no record: %s', async (_, spoilt) => {
		const reads = SEEDS.map(async (seed) => {
			let connections = 0;
			const next = () => (++connections === 3 ? spoilt : WHOLE);
			return await readThrough({ parallelRequests: 1 }, next, seed);
		});
		expect(await Promise.all(reads)).toEqual(SEEDS.map(() => undefined));
	});

	it.each([1, 4, 16])('gives the whole list or a message, window %d', async (window) => {
		const all = Object.values(SPOILT);
		const reads = SEEDS.map(async (seed) => {
			const options = { parallelRequests: window, maxRetries: seed % 4 };
			const next = (random: Random) =>
				(random() < 0.2 && all[Math.floor(random() * all.length)]) || WHOLE;
			return await readThrough(options, next, seed, window);
		});
		for (const message of await Promise.all(reads)) {
			expect(message ?? 'connection to the service was lost').toMatch(
				/connection to the service was lost|did not respond within|a complete page|wrong protocol/,
			);
		}
	});
});
