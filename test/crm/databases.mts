import { escape, escapeId } from 'mysql2';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { columns, entered, pairs, stepsOf } from '../../harness/crm/crm.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import type { DataRecord } from '../../service/records.mts';
import { TEXTS } from './drawn.mts';
import type { Scene } from './scene.mts';
import { CREATED, type Target } from './target.mts';

const TABLE = 'crm_contacts';

const postgres = stepsOf('postgres', 2.6, ['postgres', 'Postgres account']);
const mySql = stepsOf('mySql', 2.5, ['mySql', 'MySQL account']);

/** PostgreSQL, which can create or update in one operation. */
export async function startOnPostgres({ rest }: Scene, tools: ScriptTools): Promise<Target> {
	const crm = await Crm.create(await startPostgres(tools));
	await rest.createCredential(crm.credential());
	const query = async (sql: string) => await crm.query(sql);
	const key = ', unique (code, "companyId")';
	return {
		...tableIn({ query, name: escapeIdentifier, text: escapeLiteral, key }),
		// n8n's own: its node knows the column's type.
		reason: "Invalid input for 'creditLimit'",
		nodes: {
			'Save to CRM': postgres({
				operation: 'upsert',
				schema: entered('name', 'public'),
				table: entered('name', TABLE),
				columns: columns(CREATED, 'code', 'companyId'),
				options: {},
			}),
		},
	};
}

/** MariaDB, whose node finds the row of an upsert by the table's own unique key. */
export async function startOnMariadb({ rest }: Scene, tools: ScriptTools): Promise<Target> {
	const { query, ...data } = await startMariadb(tools);
	await rest.createCredential({ ...MYSQL, type: 'mySql', data: { ...data, ssl: false } });
	const { code = '', ...others } = CREATED;
	return {
		...tableIn({ query, name: escapeId, text: escape, key: ', unique (code, `companyId`)' }),
		nodes: {
			'Save to CRM': mySql({
				operation: 'upsert',
				table: entered('name', TABLE),
				dataMode: 'defineBelow',
				columnToMatchOn: 'code',
				valueToMatchOn: code,
				valuesToSend: { values: pairs(others, 'column', 'value') },
				options: {},
			}),
		},
	};
}

const MYSQL = { id: null, name: 'MySQL account' };

interface Database {
	query: (sql: string) => Promise<Row[]>;
	/** As its SQL has a name, and a text. */
	name: (name: string) => string;
	text: (value: string) => string;
	key?: string;
}

/** A table of contacts. */
function tableIn({ query, name, text, key = '' }: Database) {
	const literal = (value: unknown) => (typeof value === 'string' ? text(value) : String(value));
	const texts = [...TEXTS, 'companyId'].map((column) => `${name(column)} varchar(200)`).join();
	const others = `id serial primary key, ${name('creditLimit')} decimal(12, 2), active boolean`;
	return {
		reason: 'n/a',
		refused: (customer: DataRecord) => ({ ...customer, CreditLimit: 'n/a' }),
		async fill(rows: Row[]) {
			await query(`drop table if exists ${TABLE}`);
			await query(`create table ${TABLE} (${others}, ${texts}${key})`);
			for (const row of rows) {
				const names = Object.keys(row).map(name).join();
				const values = Object.values(row).map(literal).join();
				await query(`insert into ${TABLE} (${names}) values (${values})`);
			}
		},
		rows: async () => (await query(`select * from ${TABLE} order by id`)).map(asJson),
	};
}

/** With values that JSON knows, and a list in place of PostgreSQL's. */
function asJson({ city, creditLimit, active, ...row }: Row): Row {
	return {
		...row,
		city: city === '{Ulm,Bonn}' ? ['Ulm', 'Bonn'] : city,
		creditLimit: creditLimit === null ? null : Number(creditLimit),
		active: active === null ? null : Boolean(active),
	};
}
