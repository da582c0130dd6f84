import { connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import getPort from 'get-port';
import { expect, it, onTestFinished } from 'vitest';
import { readCustomers } from '../../harness/engine/runNode.mts';
import { seeded } from '../../service/random.mts';
import { useOwnService } from './support/service.mts';
import { withoutJitter } from './support/time.mts';

const RECORDS = 500;
const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

/** From 0 up to 1, like `Math.random`. */
type Random = () => number;

/** What arrives of an answer, and how the connection ends then; by default as it should. */
type Delivery = (
	answer: Buffer,
	random: Random,
) => { bytes: Buffer; end?: (client: Socket) => void };

const startOf = (answer: Buffer, random: Random) => answer.subarray(0, random() * answer.length);

/**
 * Puts a control character before the end: neither a head nor JSON may hold one, so it is noticed
 * wherever it is. Over plain HTTP, no receiver can know that another letter came.
 */
function garbled(answer: Buffer, random: Random, end = answer.length) {
	const bytes = Buffer.from(answer);
	bytes[Math.floor(random() * end)] = Math.floor(random() * 9);
	return { bytes };
}

function declared(answer: Buffer, change: number) {
	const length = /(?<=^content-length: )\d+/im;
	const text = answer.toString('latin1');
	const changed = text.replace(length, (digits) => String(Number(digits) + change));
	return { bytes: Buffer.from(changed, 'latin1') };
}

const STALLED = 'stalled in the middle';

/** How a network can spoil an answer so that its receiver can tell. */
const SPOILT: Record<string, Delivery> = {
	'reset in the middle': (answer, random) => {
		return { bytes: startOf(answer, random), end: (client) => client.resetAndDestroy() };
	},
	'closed in the middle': (answer, random) => ({ bytes: startOf(answer, random) }),
	[STALLED]: (answer, random) => {
		return { bytes: startOf(answer, random), end: () => undefined };
	},
	'garbled in its first word': (answer, random) => garbled(answer, random, 'HTTP/'.length),
	'garbled in its head': (answer, random) => garbled(answer, random, answer.indexOf('\r\n\r\n')),
	'garbled somewhere': garbled,
	'declared longer than it is': (answer) => declared(answer, 1),
	'declared shorter than it is': (answer) => declared(answer, -1),
};

/**
 * Starts a TCP proxy in front of the service that spoils one answer in five. One connection carries one
 * request, as in n8n.
 */
async function startProxy(random: Random, spoil: Delivery) {
	const { hostname: host, port: servicePort, pathname } = new URL(service().baseUrl);
	const server = createServer(async (client) => {
		const upstream = connect({ host, port: Number(servicePort) });
		for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
		client.once('close', () => upstream.destroy());
		client.pipe(upstream);
		const answer = await buffer(upstream).catch(() => Buffer.of());
		const delivery = random() < 0.2 ? spoil(answer, random) : { bytes: answer };
		const { bytes, end = () => client.end() } = delivery;
		// In two pieces, which can part the head, or a letter of several bytes.
		const middle = random() * bytes.length;
		client.write(bytes.subarray(0, middle));
		await sleep(1);
		client.write(bytes.subarray(middle));
		end(client);
	});
	const port = await getPort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return { baseUrl: `http://127.0.0.1:${port}${pathname}`, server };
}

it.each(Object.entries(SPOILT))(
	'a network loses no record of a page that it delivers now and then %s',
	async (kind, spoil) => {
		const all = service().lists.GetCustomers.page(0, RECORDS);
		// Only a stalled answer needs an end. Whatever comes later than that on a busy machine is only asked for again.
		const timeout = kind === STALLED ? 1_000 : 60_000;
		for (const [seed, parallelRequests] of (kind === STALLED ? [4] : [1, 4, 16]).entries()) {
			const { baseUrl, server } = await startProxy(seeded(seed), spoil);
			onTestFinished(() => void server.close());
			const options = { timeout, maxRetries: 10, parallelRequests };
			const read = await readCustomers(service(), options, { credential: { baseUrl } });
			expect(read.error?.message).toBeUndefined();
			// Vitest would print them all.
			expect(isDeepStrictEqual(read.records, all)).toBe(true);
			expect(read.saved.includes(service().apiKey)).toBe(false);
		}
	},
);
