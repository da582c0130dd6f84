import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { findOrInstall } from '../install/commands.mts';
import { startServer } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Its workers would not get into a folder of root's. */
const AS_USER = process.getuid?.() === 0 ? 'user root;' : '';

/** @param directives what this nginx does with requests, in the language of its configuration */
const configuration = (port: number, upstream: string, directives: string) => `
${AS_USER} daemon off; pid pid; error_log stderr notice;
events {}
http {
	access_log off;
	${TEMPORARY.map((name) => `${name}_temp_path ${name};`).join(' ')}
	proxy_cache_path cache keys_zone=pages:1m;
	limit_req_zone $server_name zone=five:1m rate=5r/s;
	upstream service { server ${upstream}; keepalive 8; }
	server {
		listen 127.0.0.1:${port};
		location / {
			proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";
			${directives}
		}
	}
}`;

/** Starts nginx in front of another server; as root on Debian, installs it if it is missing. */
export async function startNginx(tools: ScriptTools, upstream: string, directives = '') {
	const nginx = await findOrInstall('nginx', 'nginx-light', tools);
	const cwd = await tools.cleanup.folder('nginx');
	const port = await getPort();
	const command = [nginx, '-e', 'stderr', '-p', '.', '-c', 'nginx.conf'];
	const logFile = join(tools.workspace, 'nginx.log');
	const start = async (directives: string) => {
		await writeFile(join(cwd, 'nginx.conf'), configuration(port, upstream, directives));
		const ready = /start worker process/;
		return await startServer({ ...tools, name: 'nginx', command, ready, cwd, logFile });
	};
	let server = await start(directives);
	const restart = async (other = directives) => {
		await server.stop();
		server = await start(other);
	};
	return { host: `127.0.0.1:${port}`, restart, stop: async () => await server.stop() };
}
