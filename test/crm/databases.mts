import { createConnection } from 'mysql2/promise';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Credential, Row } from '../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import { mappingOf } from '../../harness/workflow/rows.mts';
import type { Scene } from './scene.mts';
import type { Target } from './target.mts';

const TABLE = 'crm_contacts';
const COLUMNS = ['code', 'companyId', 'company', 'contact', 'email', 'phone', 'city', 'owner'];

interface Server {
	credential: Omit<Credential, 'id'>;
	query: (sql: string) => Promise<Row[]>;
}

const PLACE = {
	schema: { __rl: true, mode: 'list', value: 'public' },
	table: { __rl: true, mode: 'list', value: TABLE },
};
const ROW_ID = "={{ $('One at a time').item.json.input.id }}";

/** n8n's node for PostgreSQL, as somebody fills it in. */
function postgresNode(operation: string, parameters: INodeParameters): Partial<INode> {
	const credentials = { postgres: { id: null, name: 'Postgres account' } };
	const all = { operation, ...PLACE, ...parameters };
	return { type: 'n8n-nodes-base.postgres', typeVersion: 2.6, parameters: all, credentials };
}

const columns = (value: INodeParameters, ...matchingColumns: string[]) => ({
	columns: {
		mappingMode: 'defineBelow',
		value: { ...value },
		matchingColumns,
		schema: Object.keys(value).map((id) => ({
			id,
			displayName: id,
			type: 'string',
			display: true,
		})),
	},
});

const ofCompany = { where: { values: [{ column: 'companyId', condition: 'equal', value: '1' }] } };

/** PostgreSQL, which can create or update in one operation. */
export function postgres(scene: Scene, tools: ScriptTools): Target {
	const created = mappingOf({ code: '={{ $json.Code }}', companyId: '1' });
	return target(scene, tools, startOnPostgres, {
		name: 'PostgreSQL',
		hasKey: true,
		isRemoved: '={{ $json.active === false }}',
		nodes: {
			'Save to CRM': postgresNode('upsert', columns(created, 'code', 'companyId')),
			'Read the CRM': postgresNode('select', { returnAll: true, ...ofCompany }),
			'Create in CRM': postgresNode('insert', columns(created)),
			'Update in CRM': postgresNode('update', columns(mappingOf({ id: ROW_ID }), 'id')),
			'Mark inactive': postgresNode(
				'update',
				columns({ id: '={{ $json.id }}', active: false }, 'id'),
			),
		},
		inPart: { parameters: { returnAll: false, limit: 30 } },
		deleting: postgresNode('deleteTable', {
			deleteCommand: 'delete',
			where: { values: [{ column: 'id', condition: 'equal', value: '={{ $json.id }}' }] },
		}),
	});
}

/** n8n's node for MySQL and MariaDB, as somebody fills it in. */
function mySqlNode(operation: string, parameters: INodeParameters): Partial<INode> {
	const credentials = { mySql: { id: null, name: 'MySQL account' } };
	const all = { operation, ...PLACE, dataMode: 'defineBelow', ...parameters };
	return { type: 'n8n-nodes-base.mySql', typeVersion: 2.4, parameters: all, credentials };
}

const sent = (values: INodeParameters) => ({
	valuesToSend: { values: Object.entries(values).map(([column, value]) => ({ column, value })) },
});

/** MariaDB, whose node has no upsert that tells one row from another. */
export function mariadb(scene: Scene, tools: ScriptTools): Target {
	const created = mappingOf({ code: '={{ $json.Code }}', companyId: '1' });
	const byId = (valueToMatchOn: string) => ({ columnToMatchOn: 'id', valueToMatchOn });
	return target(scene, tools, startOnMariadb, {
		name: 'MariaDB',
		hasKey: false,
		isRemoved: '={{ $json.active === 0 }}',
		nodes: {
			'Read the CRM': mySqlNode('select', { returnAll: true, ...ofCompany }),
			'Create in CRM': mySqlNode('insert', sent(created)),
			'Update in CRM': mySqlNode('update', { ...sent(mappingOf({})), ...byId(ROW_ID) }),
			'Mark inactive': mySqlNode('update', {
				...sent({ active: false }),
				...byId('={{ $json.id }}'),
			}),
		},
		inPart: { parameters: { returnAll: false, limit: 30 } },
		deleting: mySqlNode('deleteTable', {
			deleteCommand: 'delete',
			where: { values: [{ column: 'id', condition: 'equal', value: '={{ $json.id }}' }] },
		}),
	});
}

type Nodes = Pick<Target, 'name' | 'hasKey' | 'nodes' | 'isRemoved' | 'inPart' | 'deleting'>;

/** The server starts when a check needs it. */
function target(
	{ rest }: Scene,
	tools: ScriptTools,
	start: (tools: ScriptTools) => Promise<Server>,
	nodes: Nodes,
): Target {
	const begin = async () => {
		const { credential, query } = await start(tools);
		await rest.createCredential(credential);
		return query;
	};
	let begun: ReturnType<typeof begin> | undefined;
	const query = async (sql: string) => await (await (begun ??= begin()))(sql);
	return {
		...nodes,
		reason: 'n/a',
		refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
		async fill(rows) {
			await query(`drop table if exists ${TABLE}`);
			const texts = COLUMNS.map((name) => `${quoted(name)} varchar(200)`);
			const others = `id serial primary key, ${quoted('creditLimit')} decimal(12, 2), active boolean`;
			const keys = nodes.hasKey ? [`unique (code, ${quoted('companyId')})`] : [];
			await query(`create table ${TABLE} (${[others, ...texts, ...keys].join(', ')})`);
			for (const row of rows) {
				const names = Object.keys(row).map(quoted).join(', ');
				const values = Object.values(row).map(literal).join(', ');
				await query(`insert into ${TABLE} (${names}) values (${values})`);
			}
		},
		rows: async () => (await query(`select * from ${TABLE} order by id`)).map(asJson),
	};

	function quoted(name: string): string {
		return nodes.name === 'MariaDB' ? `\`${name}\`` : `"${name}"`;
	}
}

async function startOnPostgres(tools: ScriptTools): Promise<Server> {
	const crm = await Crm.create(await startPostgres(tools));
	return { credential: crm.credential(), query: async (sql) => await crm.query(sql) };
}

async function startOnMariadb(tools: ScriptTools): Promise<Server> {
	const server = await startMariadb(tools);
	const connection = await createConnection(server);
	tools.cleanup.add(() => connection.end());
	return {
		credential: { name: 'MySQL account', type: 'mySql', data: { ...server, ssl: false } },
		async query(sql) {
			const [rows] = await connection.query(sql);
			return Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [];
		},
	};
}

function literal(value: unknown): string {
	return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
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
