import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

import type { RunningService } from '../../../service/server.mts';
import type { Certificate } from './certificates.mts';

/** Whether this machine has an IPv6 address to listen at; some containers have none. */
export const HAS_IPV6 = Object.values(networkInterfaces())
	.flat()
	.some((address) => address?.address === '::1');

interface FrontOptions {
	/** An address of this machine. */
	host?: string;
	/** Speaks TLS with it; plain HTTP without one. */
	certificate?: Certificate;
	/** What else it requires of TLS. */
	tls?: TlsOptions;
}

/**
 * Starts a server in front of the service, at another address or with TLS, until the test ends.
 *
 * @returns the service, as it is reached there
 */
export async function reachedAt(
	service: RunningService,
	{ host = '127.0.0.1', certificate, tls }: FrontOptions,
): Promise<RunningService> {
	const { hostname, port, pathname } = new URL(service.baseUrl);
	const passOn = (client: Socket) => {
		const upstream = connect({ host: hostname, port: Number(port) });
		for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
		client.pipe(upstream).pipe(client);
	};
	const server = certificate
		? createTlsServer({ ...certificate, ...tls }, passOn)
		: createServer(passOn);
	const origin = `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}`;
	return { ...service, baseUrl: `${origin}:${await listen(server, host)}${pathname}` };
}

/** Listens until the test ends. @returns the port */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
	const open = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		open.add(socket);
		socket.once('close', () => open.delete(socket));
	});
	server.listen(0, host);
	await once(server, 'listening');
	onTestFinished(async () => {
		for (const socket of open) socket.destroy();
		server.close();
		await once(server, 'close');
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port');
	return address.port;
}
