import { Client } from 'pg';
import type { Credential, Row } from '../n8n/rest.mts';
import type { Postgres } from './postgres.mts';

const DATABASE = 'crm';

/** A database that stands in for the CRM, on the same server as n8n's own. */
export class Crm {
	/** Made by the examples. */
	readonly table = 'crm_contacts';

	private constructor(private readonly server: Postgres) {}

	/** Creates an empty database, in place of an earlier one. */
	static async create(server: Postgres): Promise<Crm> {
		const crm = new Crm(server);
		await crm.query(`drop database if exists ${DATABASE} with (force)`, 'postgres');
		await crm.query(`create database ${DATABASE}`, 'postgres');
		return crm;
	}

	/** The credential under the name that the examples refer to. */
	credential(): Omit<Credential, 'id'> {
		const data = { ...this.server, database: DATABASE, ssl: 'disable' };
		return { name: 'Postgres account', type: 'postgres', data };
	}

	/** Its address, for psql and other clients. */
	get url(): string {
		const { host, port, user, password } = this.server;
		return `postgresql://${user}:${password}@${host}:${port}/${DATABASE}`;
	}

	/** Removes the table, which the examples create. */
	async clear(): Promise<void> {
		await this.query(`drop table if exists ${this.table}`);
	}

	/** All rows, by code. */
	async rows(): Promise<unknown[]> {
		const rows = await this.query(
			`select to_json(${this.table}) as row from ${this.table} order by code`,
		);
		return rows.map(({ row }) => row);
	}

	private async query(sql: string, database = DATABASE): Promise<Row[]> {
		const client = new Client({ ...this.server, database });
		try {
			await client.connect();
			return (await client.query<Row>(sql)).rows;
		} finally {
			await client.end();
		}
	}
}
