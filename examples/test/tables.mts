import { escape, escapeId } from 'mysql2';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { z } from 'zod';
import type { Column, Row } from '../../harness/n8n/rest.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { TABLE_COLUMNS, TABLE_NAME } from '../../harness/workflow/rows.mts';
import { drawn, ODD_NAMES, TEXTS, withoutNumber, type Start } from './target.mts';

const tablesSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
const COLUMNS: Column[] = [
	...TABLE_COLUMNS,
	{ name: 'code2', type: 'string' },
	{ name: 'owner', type: 'string' },
];

/** n8n's own table, for which the examples are shipped. Its node keeps the reason of a refusal to itself. */
export const startDataTable: Start = async ({ rest, projectId }) => {
	const path = `/projects/${projectId}/data-tables`;
	const tables = async () => (await rest.call('GET', path, tablesSchema)).data;
	return {
		inStep: readExample('keep-the-crm-in-step.json'),
		isAllOrNone: true,
		refused: withoutNumber,
		async rows() {
			const table = (await tables()).find(({ name }) => name === TABLE_NAME);
			return table ? await rest.rows(projectId, table.id) : [];
		},
		async fill(rows) {
			for (const { id } of await tables()) await rest.call('DELETE', `${path}/${id}`, z.unknown());
			const id = await rest.createTable(projectId, TABLE_NAME, COLUMNS);
			if (rows.length === 0) return;
			await rest.call('POST', `${path}/${id}/insert`, z.unknown(), { data: rows });
		},
	};
};

export const startOnPostgres: Start = async ({ rest }, tools) => {
	const crm = await Crm.create(await startPostgres(tools));
	await rest.createCredential(crm.credential());
	const columns = [...TEXTS, ...Object.values(ODD_NAMES)];
	return drawn('PostgreSQL or Supabase', {
		...contactsIn(columns, async (sql) => await crm.query(sql), escapeIdentifier, escapeLiteral),
		hasOddNames: true,
		// n8n's own: its node knows the column's type.
		reason: "Invalid input for 'creditLimit'",
	});
};

/** MariaDB has no emoji in the names of columns. */
export const startOnMariadb: Start = async ({ rest }, tools) => {
	const { query, ...server } = await startMariadb(tools);
	const data = { ...server, ssl: false };
	await rest.createCredential({ name: 'MySQL account', type: 'mySql', data });
	const contacts = contactsIn(TEXTS, query, escapeId, escape);
	return drawn('MySQL or MariaDB', { ...contacts, reason: 'n/a' });
};

const TABLE = 'crm_contacts';

/** A table of contacts. @param name writes a name in SQL. @param text writes a text */
function contactsIn(
	columns: string[],
	query: (sql: string) => Promise<Row[]>,
	name: (name: string) => string,
	text: (value: string) => string,
) {
	const literal = (value: unknown) => (typeof value === 'string' ? text(value) : String(value));
	const texts = columns.map((column) => `${name(column)} varchar(200)`).join();
	const others = `id serial primary key, ${name('creditLimit')} decimal(12, 2), active boolean`;
	return {
		async clear() {
			await query(`drop table if exists ${TABLE}`);
			await query(`create table ${TABLE} (${others}, ${texts}, unique (code), unique (code2))`);
		},
		async add(row: Row) {
			const names = Object.keys(row).map(name).join();
			const values = Object.values(row).map(literal).join();
			await query(`insert into ${TABLE} (${names}) values (${values})`);
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
