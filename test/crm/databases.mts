import { escape, escapeId } from 'mysql2';
import type { INode, INodeParameters } from 'n8n-workflow';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Row } from '../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import type { DataRecord } from '../../service/records.mts';
import type { Scene } from './scene.mts';
import { asParameters, CREATED, nodesInStep, type Target } from './target.mts';

const TABLE = 'crm_contacts';
const TEXTS = ['code', 'companyId', 'company', 'contact', 'email', 'phone', 'city', 'owner'];

const PLACE = {
	schema: { __rl: true, mode: 'list', value: 'public' },
	table: { __rl: true, mode: 'list', value: TABLE },
};
const OF_COMPANY = {
	returnAll: true,
	where: { values: [{ column: 'companyId', condition: 'equal', value: '1' }] },
};

/** Without a loop, one row that is refused would keep all others out. */
const oneByOne = (operation: string) =>
	operation === 'upsert' ? {} : { options: { queryBatching: 'independently' } };

/** PostgreSQL, which can create or update in one operation. */
export async function startOnPostgres({ rest }: Scene, tools: ScriptTools): Promise<Target> {
	const crm = await Crm.create(await startPostgres(tools));
	await rest.createCredential(crm.credential());
	const query = async (sql: string) => await crm.query(sql);
	const key = ', unique (code, "companyId")';
	return {
		...tableIn({ query, name: escapeIdentifier, text: escapeLiteral, key }),
		nodes: {
			'Save to CRM': postgresNode('upsert', columns(CREATED, 'code', 'companyId')),
			...nodesInStep({
				at: (column) => column,
				id: 'id',
				read: postgresNode('select', OF_COMPANY),
				save: (values, id) =>
					id === undefined
						? postgresNode('insert', columns(values))
						: postgresNode('update', columns({ ...values, id }, 'id')),
			}),
		},
	};
}

/** n8n's node for PostgreSQL, as somebody fills it in. */
function postgresNode(operation: string, parameters: INodeParameters): Partial<INode> {
	const credentials = { postgres: { id: null, name: 'Postgres account' } };
	const all = { operation, ...PLACE, ...oneByOne(operation), ...parameters };
	return { type: 'n8n-nodes-base.postgres', typeVersion: 2.6, parameters: all, credentials };
}

function columns(expressions: Expressions, ...matchingColumns: string[]): INodeParameters {
	const value = asParameters(expressions);
	const text = { type: 'string', display: true };
	const schema = Object.keys(value).map((id) => ({ ...text, id, displayName: id }));
	return { columns: { mappingMode: 'defineBelow', value, matchingColumns, schema } };
}

/** MariaDB, whose node finds the row of an upsert by the table's own unique key. */
export async function startOnMariadb({ rest }: Scene, tools: ScriptTools): Promise<Target> {
	const { query, ...data } = await startMariadb(tools);
	await rest.createCredential({ ...MYSQL, type: 'mySql', data: { ...data, ssl: false } });
	const { code = '', ...others }: Expressions = CREATED;
	return {
		...tableIn({ query, name: escapeId, text: escape, key: ', unique (code, `companyId`)' }),
		nodes: {
			'Save to CRM': mySqlNode('upsert', { ...sent(others), ...matched('code', code) }),
			...nodesInStep({
				at: (column) => column,
				id: 'id',
				read: mySqlNode('select', OF_COMPANY),
				save: (values, id) =>
					id === undefined
						? mySqlNode('insert', sent(values))
						: mySqlNode('update', { ...sent(values), ...matched('id', id) }),
			}),
		},
	};
}

const MYSQL = { id: null, name: 'MySQL account' };

/** n8n's node for MySQL and MariaDB, as somebody fills it in. */
function mySqlNode(operation: string, parameters: INodeParameters): Partial<INode> {
	const all = {
		operation,
		...PLACE,
		dataMode: 'defineBelow',
		...oneByOne(operation),
		...parameters,
	};
	const node = { type: 'n8n-nodes-base.mySql', typeVersion: 2.4, parameters: all };
	return { ...node, credentials: { mySql: MYSQL } };
}

const matched = (columnToMatchOn: string, value: string) => ({
	columnToMatchOn,
	valueToMatchOn: `={{ ${value} }}`,
});

const sent = (expressions: Expressions) => ({
	valuesToSend: {
		values: Object.entries(asParameters(expressions)).map(([column, value]) => ({ column, value })),
	},
});

type Expressions = Record<string, string>;

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
	const texts = TEXTS.map((column) => `${name(column)} varchar(200)`).join();
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
