import {
	CHOSEN_LATER,
	columns,
	drag,
	entered,
	pairs,
	stepsOf,
	type Crm,
	type Drawn,
	type Values,
} from './crm.mts';

/** The columns that the drawings name, wherever people name columns themselves. */
export const COLUMNS = {
	code: 'code',
	company: 'company',
	contact: 'contact',
	email: 'email',
	phone: 'phone',
	city: 'city',
	creditLimit: 'creditLimit',
} satisfies Drawn['boxes'];

const NAMES = [...Object.values(COLUMNS), 'active'].map((name) => `*${name}*`).join(', ');
const HAS_COLUMNS = `A table with the columns ${NAMES} (yes or no; all others text).`;

/** What they all have in common. */
export const TABLE = {
	needs: HAS_COLUMNS,
	matchedBy: 'code',
	boxes: COLUMNS,
	active: { box: 'active', removed: 'false', yes: { active: true }, no: { active: false } },
	at: (box: string) => box,
	id: 'id',
} satisfies Partial<Drawn>;

const dataTable = stepsOf('dataTable', 1.1, []);
const CRM_CONTACTS = { dataTableId: entered('name', 'CRM contacts') };
const COMPANY = { companyId: '1' };

/** Rows of the company, found by one more column. */
const ofCompany = (conditions: Values[]) => ({
	matchType: 'allConditions',
	filters: { conditions: [...conditions, { keyName: 'companyId', keyValue: '1' }] },
});

/** n8n's own table, which stands in for a CRM in all drawings. */
export const DATA_TABLE: Drawn = {
	...TABLE,
	name: 'Data Table',
	status: 'tried',
	needs:
		'A Data Table *CRM contacts* with *code*, *companyId*, *company*, *contact*, *email*, *phone*, *city* (string), *creditLimit* (number), *active* (boolean).',
	limits: ['If it refuses a customer, those after it are not saved.'],
	read: dataTable({
		operation: 'get',
		...CRM_CONTACTS,
		...ofCompany([]),
		returnAll: true,
	}),
	// *Insert* would take all or none.
	create: (values) => upsertInDataTable(values, drag('Code')),
	update: (values, id) =>
		dataTable({
			operation: 'update',
			...CRM_CONTACTS,
			matchType: 'allConditions',
			filters: { conditions: [{ keyValue: id }] },
			columns: withoutSchema(values),
			options: {},
		}),
	upsert: (values, key) => upsertInDataTable(values, key),
};

function upsertInDataTable({ code = '', ...values }: Values, key: string) {
	return dataTable({
		operation: 'upsert',
		...CRM_CONTACTS,
		...ofCompany([{ keyName: 'code', keyValue: key }]),
		columns: withoutSchema({ code, ...COMPANY, ...values }),
		options: {},
	});
}

/** n8n reads the table's columns by itself. */
const withoutSchema = (value: Values) => ({ ...columns(value), schema: [] });

const airtable = stepsOf('airtable', 2.1, [
	'airtableTokenApi',
	'Airtable Personal Access Token account',
]);
const AIRTABLE = { resource: 'record', base: CHOSEN_LATER, table: CHOSEN_LATER };
const BASE_AND_TABLE =
	'The base and the table, in four nodes. That clears the columns in the nodes on the right: drag them again.';

const AIRTABLE_CRM: Crm = {
	...TABLE,
	name: 'Airtable',
	status: 'as documented',
	choose: BASE_AND_TABLE,
	// In this version of the node, columns are not under `fields`.
	read: airtable({ ...AIRTABLE, operation: 'search', returnAll: true, options: {} }),
	create: (values) =>
		airtable({ ...AIRTABLE, operation: 'create', columns: columns(values), options: {} }),
	update: (values, id) =>
		airtable({
			...AIRTABLE,
			operation: 'update',
			columns: columns({ id, ...values }, 'id'),
			options: {},
		}),
	upsert: (values) =>
		airtable({ ...AIRTABLE, operation: 'upsert', columns: columns(values, 'code'), options: {} }),
};

const baserow = stepsOf('baserow', 1.1, ['baserowTokenApi', 'Baserow Token account']);
const BASEROW = { authentication: 'databaseToken', tableId: '' };

/** Its fields have numbers, which only the list in the editor knows. */
const inBaserow = (values: Values) => ({
	fieldsUi: {
		fieldValues: Object.values(values).map((fieldValue) => ({ fieldId: '', fieldValue })),
	},
});

const BASEROW_CRM: Crm = {
	...TABLE,
	name: 'Baserow',
	status: 'as documented',
	choose: 'The table, in four nodes, and the field for each value in the nodes on the right.',
	read: baserow({ ...BASEROW, operation: 'getAll', returnAll: true, additionalOptions: {} }),
	create: (values) => baserow({ ...BASEROW, operation: 'create', ...inBaserow(values) }),
	update: (values, rowId) =>
		baserow({ ...BASEROW, operation: 'update', rowId, ...inBaserow(values) }),
};

const nocoDb = stepsOf('nocoDb', 4, ['nocoDbApiToken', 'NocoDB Token account']);
const NOCODB = {
	authentication: 'nocoDbApiToken',
	projectId: CHOSEN_LATER,
	table: CHOSEN_LATER,
};

const NOCODB_CRM: Crm = {
	...TABLE,
	name: 'NocoDB',
	status: 'tried',
	choose: BASE_AND_TABLE,
	upsertsBy: "no, only by the row's own ID",
	at: (box) => `fields.${box}`,
	read: nocoDb({ ...NOCODB, operation: 'search', returnAll: true, options: {} }),
	create: (values) =>
		nocoDb({
			...NOCODB,
			operation: 'create',
			dataToSend: 'mapWithFields',
			fieldsMapper: columns(values),
		}),
	update: (values, id) =>
		nocoDb({
			...NOCODB,
			operation: 'update',
			id,
			dataToSend: 'mapWithFields',
			fieldsMapper: columns(values),
		}),
};

const excel = stepsOf('microsoftExcel', 2.2, [
	'microsoftExcelOAuth2Api',
	'Microsoft Excel account',
]);
const EXCEL = { resource: 'worksheet', workbook: CHOSEN_LATER, worksheet: CHOSEN_LATER };
const inExcel = (values: Values) => ({
	dataMode: 'define',
	fieldsUi: { values: pairs(values, 'column', 'fieldValue') },
	options: {},
});

const EXCEL_CRM: Crm = {
	...TABLE,
	name: 'Microsoft Excel',
	status: 'as documented',
	needs: `A sheet whose first row holds ${NAMES}, with *code* formatted as text.`,
	choose: 'The workbook and the sheet, in four nodes.',
	limits: [
		'An update turns formulas into values.',
		'It saves all rows or none, and takes 042 for 42.',
	],
	active: { box: 'active', removed: 'no', yes: { active: 'yes' }, no: { active: 'no' } },
	emptyText: true,
	id: 'code',
	read: excel({ ...EXCEL, operation: 'readRows', options: {} }),
	create: (values) => excel({ ...EXCEL, operation: 'append', ...inExcel(values) }),
	update: (values, valueToMatchOn) =>
		excel({
			...EXCEL,
			operation: 'update',
			columnToMatchOn: 'code',
			valueToMatchOn,
			...inExcel(values),
		}),
};

const GOOGLE_SHEETS: Crm = {
	name: 'Google Sheets',
	status: 'as documented',
	instead: 'Use *Customers to Google Sheets*.',
	file: 'customers-to-google-sheets.json',
};

/** Property and type, as n8n's node for Notion writes them together. */
const NOTION_BOXES = {
	code: 'Code|rich_text',
	company: 'Name|title',
	contact: 'Contact|rich_text',
	email: 'Email|email',
	phone: 'Phone|phone_number',
	city: 'City|rich_text',
	creditLimit: 'Credit limit|number',
} satisfies Drawn['boxes'];
const NOTION_VALUES: Record<string, string> = {
	rich_text: 'textContent',
	title: 'title',
	email: 'emailValue',
	phone_number: 'phoneValue',
	number: 'numberValue',
	checkbox: 'checkboxValue',
};
const notion = stepsOf('notion', 3, ['notionApi', 'Notion account']);
const NOTION = { resource: 'databasePage' };

const inNotion = (values: Values) => ({
	propertiesUi: {
		propertyValues: Object.entries(values).map(([key, value]) => {
			const type = key.slice(key.indexOf('|') + 1);
			return { key, [NOTION_VALUES[type] ?? type]: type === 'rich_text' ? orEmpty(value) : value };
		}),
	},
	options: {},
});

/** The node takes nothing but text for a property of text. */
const orEmpty = (value: string | boolean) => String(value).replace(/ \}\}$/, " ?? '' }}");

const NOTION_CRM: Crm = {
	...TABLE,
	name: 'Notion',
	status: 'as documented',
	needs:
		'A database with *Name*, *Code*, *Contact* and *City* (text), *Email*, *Phone*, *Credit limit* (number) and *Active* (checkbox).',
	choose: 'The data source, in **Read the CRM** and **Create in CRM**.',
	limits: ['A code that is a number in your application is refused.'],
	boxes: NOTION_BOXES,
	active: {
		box: 'Active|checkbox',
		removed: 'false',
		yes: { 'Active|checkbox': true },
		no: { 'Active|checkbox': false },
	},
	at(box) {
		const name = box.slice(0, box.indexOf('|'));
		return box === NOTION_BOXES.company ? 'name' : `property_${snakeCase(name)}`;
	},
	read: notion({
		...NOTION,
		operation: 'getAll',
		dataSourceId: CHOSEN_LATER,
		returnAll: true,
		simple: true,
		options: {},
	}),
	create: ({ [NOTION_BOXES.company]: title = '', ...values }) =>
		notion({
			...NOTION,
			operation: 'create',
			dataSourceId: CHOSEN_LATER,
			title,
			...inNotion(values),
		}),
	update: (values, id) =>
		notion({ ...NOTION, operation: 'update', pageId: entered('id', id), ...inNotion(values) }),
};

const snakeCase = (name: string) => name.toLowerCase().replaceAll(' ', '_');

const postgres = stepsOf('postgres', 2.6, ['postgres', 'Postgres account']);
const POSTGRES = { schema: entered('name', 'public'), table: entered('name', 'crm_contacts') };
/** By default, one row that is refused keeps all others out. */
const ONE_BY_ONE = { options: { queryBatching: 'independently' } };
const SQL_NEEDS = `A table *crm_contacts* with an *id* and the columns ${NAMES}.`;
const INDEXED = 'by *code*, which needs a unique index';
const ANOTHER_TABLE =
	'If you choose another table, drag the columns in the nodes on the right again.';

const POSTGRES_CRM: Crm = {
	...TABLE,
	name: 'PostgreSQL or Supabase',
	status: 'tried',
	needs: SQL_NEEDS,
	limits: [ANOTHER_TABLE],
	upsertsBy: INDEXED,
	read: postgres({ operation: 'select', ...POSTGRES, returnAll: true, options: {} }),
	create: (values) =>
		postgres({ operation: 'insert', ...POSTGRES, columns: columns(values), ...ONE_BY_ONE }),
	update: (values, id) =>
		postgres({
			operation: 'update',
			...POSTGRES,
			columns: columns({ id, ...values }, 'id'),
			...ONE_BY_ONE,
		}),
	upsert: (values) =>
		postgres({
			operation: 'upsert',
			...POSTGRES,
			columns: columns(values, 'code'),
			...ONE_BY_ONE,
		}),
};

const mySql = stepsOf('mySql', 2.5, ['mySql', 'MySQL account']);
const MYSQL = { table: entered('name', 'crm_contacts') };
const inMySql = (values: Values) => ({
	dataMode: 'defineBelow',
	valuesToSend: { values: pairs(values, 'column', 'value') },
	...ONE_BY_ONE,
});

const MYSQL_CRM: Crm = {
	...TABLE,
	name: 'MySQL or MariaDB',
	status: 'tried',
	needs: SQL_NEEDS,
	upsertsBy: INDEXED,
	// Yes and no are read as 1 and 0.
	active: { box: 'active', removed: '0', yes: { active: '1' }, no: { active: '0' } },
	read: mySql({ operation: 'select', ...MYSQL, returnAll: true, options: {} }),
	create: (values) => mySql({ operation: 'insert', ...MYSQL, ...inMySql(values) }),
	update: (values, valueToMatchOn) =>
		mySql({
			operation: 'update',
			...MYSQL,
			columnToMatchOn: 'id',
			valueToMatchOn,
			...inMySql(values),
		}),
	upsert: ({ code: _code, ...values }, valueToMatchOn) =>
		mySql({
			operation: 'upsert',
			...MYSQL,
			columnToMatchOn: 'code',
			valueToMatchOn,
			...inMySql(values),
		}),
};

export const TABLES: Crm[] = [
	AIRTABLE_CRM,
	BASEROW_CRM,
	DATA_TABLE,
	EXCEL_CRM,
	GOOGLE_SHEETS,
	MYSQL_CRM,
	NOCODB_CRM,
	NOTION_CRM,
	POSTGRES_CRM,
];
