import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { findOrInstall } from '../install/commands.mts';
import { startServer } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
/** As nobody, its workers could not access a folder of root's. */
const AS_USER = process.getuid?.() === 0 ? 'user root;' : '';

/** Starts nginx in front of a host; as root on Debian, installs it if it is missing. */
export async function startNginx(tools: ScriptTools, upstream: string) {
	const nginx = await findOrInstall('nginx', 'nginx-light', tools);
	const cwd = await tools.cleanup.folder('nginx');
	const host = `127.0.0.1:${await getPort()}`;
	const configuration = (directives: string, hosts: string[]) => `
		${AS_USER} daemon off; pid pid; error_log stderr notice;
		events {}
		http {
			access_log off; ${TEMPORARY.map((name) => `${name}_temp_path ${name};`).join(' ')}
			proxy_cache_path cache keys_zone=pages:1m;
			limit_req_zone $server_name zone=five:1m rate=5r/s;
			upstream service { ${hosts.map((one) => `server ${one};`).join(' ')} keepalive 8; }
			server { listen ${host}; location / {
				proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";
				${directives}
			} }
		}`;
	let server: { stop: () => Promise<void> } | undefined;
	/** Restarts it with these directives for every request, and an empty cache; another host takes turns with the first. */
	const restart = async (directives = '', ...others: string[]) => {
		await server?.stop();
		await rm(join(cwd, 'cache'), { recursive: true, force: true });
		await writeFile(join(cwd, 'nginx.conf'), configuration(directives, [upstream, ...others]));
		const command = [nginx, '-e', 'stderr', '-p', '.', '-c', 'nginx.conf'];
		const logFile = join(tools.workspace, 'nginx.log');
		const ready = /start worker process/;
		server = await startServer({ ...tools, name: 'nginx', command, ready, cwd, logFile });
	};
	await restart();
	return { host, restart };
}
