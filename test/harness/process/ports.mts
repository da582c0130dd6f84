import { once } from 'node:events';
import type { Server } from 'node:net';

/** Makes a server listen on a free local port, and returns the port. */
export async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address !== null && typeof address === 'object') return address.port;
	throw new Error('The server has no port');
}
