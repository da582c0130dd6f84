import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import getPort from 'get-port';
import type { ScriptTools } from '../script/script.mts';

const HOST = '127.0.0.1';

/** A port that leads to a server on this machine, until it is closed as if the server were down. */
export async function openTunnel(to: number, { cleanup }: Pick<ScriptTools, 'cleanup'>) {
	const clients = new Set<Socket>();
	const server = createServer((client) => {
		clients.add(client);
		const target = connect(to, HOST);
		pipeline(client, target, client, () => clients.delete(client));
	});
	const port = await getPort();
	const open = async () => await once(server.listen(port, HOST), 'listening');
	const close = () => {
		server.close();
		for (const client of clients) client.destroy();
	};
	await open();
	cleanup.add(close);
	return { port, open, close };
}
