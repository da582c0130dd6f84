import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import { createPool } from 'mysql2/promise';
import { findOrInstall } from '../install/commands.mts';
import type { Row } from '../n8n/rest.mts';
import { startServer } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';

const DEBIAN = 'mariadb-server';
/** MariaDB runs as root only where it is told so. */
const AS_USER = process.getuid?.() === 0 ? ['--user=root'] : [];
const MARIADBD = '--bind-address=127.0.0.1 --skip-name-resolve --innodb-flush-log-at-trx-commit=0';

/** Starts MariaDB with an empty database; as root on Debian, installs it if it is missing. */
export async function startMariadb(tools: ScriptTools) {
	const install = await findOrInstall('mariadb-install-db', DEBIAN, tools);
	const mariadbd = await findOrInstall('mariadbd', DEBIAN, tools);
	const server = { host: '127.0.0.1', port: await getPort(), user: 'n8n', database: 'world' };
	const password = randomBytes(16).toString('hex');
	const user = `${server.user}@${server.host}`;
	const cwd = await tools.cleanup.folder('mariadb');
	// It takes relative paths for parts of /usr, and a starting server removes temporary tables of others.
	const folders = [`--datadir=${join(cwd, 'data')}`, `--tmpdir=${cwd}`];
	const own = ['--no-defaults', ...AS_USER, ...folders];
	const files = [`--socket=${join(cwd, 'socket')}`, `--init-file=${join(cwd, 'setup.sql')}`];
	const setup = [
		`create database ${server.database};`,
		`create user ${user} identified by '${password}';`,
		`grant all on ${server.database}.* to ${user};`,
	];
	await writeFile(join(cwd, 'setup.sql'), setup.join('\n'), { mode: 0o600 });
	await execa({ cwd })`${[install, ...own, '--skip-test-db']}`;
	await startServer({
		...tools,
		name: 'MariaDB',
		command: [mariadbd, ...own, ...files, ...MARIADBD.split(' '), `--port=${server.port}`],
		ready: /ready for connections/,
		cwd,
		logFile: join(tools.workspace, 'mariadb.log'),
	});
	const pool = createPool({ ...server, password });
	tools.cleanup.add(() => pool.end());
	/** Runs one statement, and returns its rows as plain objects. */
	const query = async (sql: string): Promise<Row[]> => {
		const [rows] = await pool.query(sql);
		return Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [];
	};
	return { ...server, password, query };
}
