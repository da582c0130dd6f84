import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Lets a server listen at a free port of this machine; gives the port. */
export async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address !== null && typeof address === 'object') return address.port;
	throw new Error('The server has no port');
}

/** A port of this machine that nothing listens at. */
export async function freePort(): Promise<number> {
	const server = createServer();
	const port = await listen(server);
	server.close();
	await once(server, 'close');
	return port;
}
