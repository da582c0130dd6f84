import { Pool } from 'pg';
import type { DataRecord } from '../../service/records.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import type { ScriptTools } from '../../harness/script/script.mts';

/** Runs one statement, which is a transaction of its own. */
export type Database = (sql: string) => Promise<DataRecord[]>;

/** As many as the node requests pages at the same time. */
const CONNECTIONS = 16;

export const DATABASES = {
	async PostgreSQL(tools: ScriptTools): Promise<Database> {
		const server = await startPostgres(tools);
		const pool = new Pool({ ...server, database: 'postgres', max: CONNECTIONS });
		// The server may end connections before they have ended themselves.
		pool.on('error', () => undefined);
		tools.cleanup.add(() => pool.end());
		return async (sql) => (await pool.query<DataRecord>(sql)).rows;
	},
	MariaDB: async (tools: ScriptTools): Promise<Database> => (await startMariadb(tools)).query,
};
