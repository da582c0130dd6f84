import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

import { MISBEHAVIOURS, type Misbehaviour } from './misbehaviours.mts';

/** What happens on a network, connection by connection. */
export interface Network {
	/** How the next connection misbehaves; not at all when `undefined`. */
	next: () => Misbehaviour | undefined;
	/** From 0 up to 1: where in an answer, and with which bytes. */
	random: () => number;
}

export interface Proxy {
	/** The address of the service by way of the proxy. */
	baseUrl: string;
	close(): Promise<void>;
}

/** Starts a TCP proxy in front of a service. One connection carries one request, as in n8n. */
export async function startProxy(serviceUrl: string, network: Network): Promise<Proxy> {
	const service = new URL(serviceUrl);
	const open = new Set<Socket>();
	const server = createServer((client) => {
		const upstream = connect({ host: service.hostname, port: Number(service.port) });
		for (const socket of [client, upstream]) {
			open.add(socket);
			socket.once('close', () => open.delete(socket));
			// A reset is an error, too.
			socket.on('error', () => socket.destroy());
		}
		client.once('close', () => upstream.destroy());
		client.pipe(upstream);
		const kind = network.next();
		if (kind === undefined) upstream.pipe(client);
		else void misbehave(kind, client, upstream, network.random);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port');

	const baseUrl = new URL(serviceUrl);
	baseUrl.port = String(address.port);
	return {
		baseUrl: baseUrl.href,
		close: async () => {
			for (const socket of open) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

async function misbehave(
	kind: Misbehaviour,
	client: Socket,
	upstream: Socket,
	random: Network['random'],
): Promise<void> {
	const pieces: Buffer[] = [];
	upstream.on('data', (piece: Buffer) => pieces.push(piece));
	await once(upstream, 'close');
	await MISBEHAVIOURS[kind](client, Buffer.concat(pieces), random);
}
