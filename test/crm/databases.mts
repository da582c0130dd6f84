import { createConnection } from 'mysql2/promise';
import type { Credential, Row } from '../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import { openTunnel } from '../../harness/servers/tunnel.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import type { Target } from './copying.mts';
import type { Scene } from './scene.mts';

const TABLE = 'crm_contacts';

type Query = (sql: string) => Promise<Row[]>;

/** A server, as n8n and as the checks reach it. */
interface Server {
	port: number;
	credential: (port: number) => Omit<Credential, 'id'>;
	query: Query;
}

/** A database with the example for it, which starts when a check needs it. */
export interface Database extends Target {
	query: Query;
	/** What n8n meets when the server goes down. */
	close: () => Promise<void>;
	open: () => Promise<void>;
}

export type Databases = ReturnType<typeof databases>;

export function databases(scene: Scene, tools: ScriptTools) {
	const database = (name: string, file: string, start: typeof postgres): Database => {
		const begin = async () => {
			const server = await start(tools);
			const tunnel = await openTunnel(server.port, tools);
			await scene.rest.createCredential(server.credential(tunnel.port));
			return { ...server, tunnel };
		};
		let begun: ReturnType<typeof begin> | undefined;
		const server = async () => await (begun ??= begin());
		const query: Query = async (sql) => await (await server()).query(sql);
		return {
			name,
			example: readExample(file),
			refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
			query,
			clear: async () => void (await query(`drop table if exists ${TABLE}`)),
			rows: async () => (await query(`select * from ${TABLE}`)).map(asMapped).sort(byText),
			close: async () => (await server()).tunnel.close(),
			open: async () => void (await (await server()).tunnel.open()),
		};
	};
	return {
		postgres: database('PostgreSQL', 'customers-to-postgresql.json', postgres),
		mariadb: database('MariaDB', 'customers-to-mysql-or-mariadb.json', mariadb),
	};
}

async function postgres(tools: ScriptTools): Promise<Server> {
	const { port, ...server } = await startPostgres(tools);
	const crm = await Crm.create({ port, ...server });
	return {
		port,
		credential: (seen) => crm.credential(seen),
		query: async (sql) => await crm.query(sql),
	};
}

async function mariadb(tools: ScriptTools): Promise<Server> {
	const server = await startMariadb(tools);
	const connection = await createConnection(server);
	tools.cleanup.add(() => connection.end());
	return {
		port: server.port,
		credential: (port) => {
			return { name: 'MySQL account', type: 'mySql', data: { ...server, port, ssl: false } };
		},
		query: async (sql) => {
			const [rows] = await connection.query(sql);
			return Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [];
		},
	};
}

/** A row with the names that the other examples use, and with values that JSON knows. */
function asMapped({ company_id, credit_limit, active, ...row }: Row): Row {
	return {
		companyId: company_id,
		...row,
		creditLimit: credit_limit === null ? null : Number(credit_limit),
		active: active === null ? null : Boolean(active),
	};
}

function byText(one: Row, other: Row): number {
	return JSON.stringify(one).localeCompare(JSON.stringify(other));
}
