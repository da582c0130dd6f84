import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Credential } from '../n8n/rest.mts';
import type { Postgres } from './postgres.mts';

const DATABASE = 'crm';
const TABLE = 'crm_contacts';

const psql = promisify(execFile);

/** A database that stands in for the CRM, on the same server as n8n's own. */
export class Crm {
	/** Made by the examples. */
	readonly table = TABLE;

	private constructor(private readonly server: Postgres) {}

	static async create(server: Postgres): Promise<Crm> {
		const crm = new Crm(server);
		await crm.query(`create database ${DATABASE}`, 'postgres');
		return crm;
	}

	/** The credential under the name that the examples refer to. */
	credential(): Omit<Credential, 'id'> {
		const { host, port, user, password } = this.server;
		const data = { host, port, user, password, database: DATABASE, ssl: 'disable' };
		return { name: 'Postgres account', type: 'postgres', data };
	}

	/** Its address, for psql and other clients. */
	get url(): string {
		const { host, port, user, password } = this.server;
		return `postgresql://${user}:${password}@${host}:${port}/${DATABASE}`;
	}

	/** Removes the table, which the examples create. */
	async clear(): Promise<void> {
		await this.query(`drop table if exists ${TABLE}`);
	}

	async count(): Promise<number> {
		return Number(await this.query(`select count(*) from ${TABLE}`));
	}

	/** All rows, by code. */
	async rows(): Promise<unknown[]> {
		const lines = await this.query(`select to_json(${TABLE}) from ${TABLE} order by code`);
		return lines
			.split('\n')
			.filter(Boolean)
			.map((line): unknown => JSON.parse(line));
	}

	private async query(sql: string, database = DATABASE): Promise<string> {
		const { host, port, user, password } = this.server;
		const args = ['-h', host, '-p', String(port), '-U', user, '-d', database];
		const options = { env: { ...process.env, PGPASSWORD: password }, maxBuffer: Infinity };
		const quiet = ['--no-psqlrc', '--no-align', '--tuples-only'];
		return (await psql('psql', [...quiet, ...args, '-c', sql], options)).stdout;
	}
}
