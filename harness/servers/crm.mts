import type { Credential, Row } from '../n8n/rest.mts';
import type { Postgres } from './postgres.mts';

const DATABASE = 'crm';
const TABLE = 'crm_contacts';

/** A database that stands in for the CRM, on the same server as n8n's own. */
export class Crm {
	private constructor(private readonly server: Postgres) {}

	static async create(server: Postgres): Promise<Crm> {
		await server.query(`create database ${DATABASE}`);
		return new Crm(server);
	}

	/** The credential under the name that the examples refer to. */
	credential(port = this.server.port): Omit<Credential, 'id'> {
		const { host, user, password } = this.server;
		const data = { host, port, user, password, database: DATABASE, ssl: 'disable' };
		return { name: 'Postgres account', type: 'postgres', data };
	}

	/** Removes the table, which the examples create. */
	async clear(): Promise<void> {
		await this.query(`drop table if exists ${TABLE}`);
	}

	/** All rows, by company and code, without what the examples note in them. */
	async rows(): Promise<Row[]> {
		const row = `to_jsonb(${TABLE}) - array['seen', 'hash', 'missed', 'removed'] as row`;
		const order = 'order by company_id, code';
		const rows = await this.query<{ row: Row }>(`select ${row} from ${TABLE} ${order}`);
		return rows.map(({ row }) => row);
	}

	async query<T extends Row>(sql: string): Promise<T[]> {
		return await this.server.query<T>(sql, DATABASE);
	}
}
