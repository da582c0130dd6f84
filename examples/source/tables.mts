import { COLUMN_NAMES } from '../../harness/workflow/rows.mts';
import {
	CHOSEN_LATER,
	columns,
	DOCUMENTED,
	drag,
	entered,
	flag,
	mapped,
	operationsOf,
	pairs,
	type Credential,
	type Crm,
	type Drawn,
	type Values,
} from './crm.mts';

/** The columns that people make where they name columns themselves. */
export const NAMES = [...COLUMN_NAMES, 'active'].map((name) => `*${name}*`).join(', ');
/** Of these columns. */
export const TYPES = '(yes or no; all others text)';

/** What they all have in common, wherever people name columns themselves. */
export const TABLE = {
	needs: `A table with the columns ${NAMES} ${TYPES}.`,
	matchedBy: 'code',
	boxes: Object.fromEntries(COLUMN_NAMES.map((name) => [name, name])),
	active: flag('active', true, false),
	id: 'id',
} satisfies Partial<Drawn>;

/** Where `operation` stands in the parameters of nodes that have it first. */
const FIRST = { operation: '' };
const SQL_NEEDS = `A table *crm_contacts* with an *id* and the columns ${NAMES}.`;
const INDEXED = 'by *code*, which needs a unique index';
/** Where n8n's node takes all that an item has. */
const MAPPED = 'autoMapInputData';
/** By default, one row that is refused keeps all others out. */
const ONE_BY_ONE = { options: { queryBatching: 'independently' } };

const AIRTABLE: Credential = ['airtableTokenApi', 'Airtable Personal Access Token account'];
const airtable = operationsOf('airtable', 2.1, AIRTABLE, {
	resource: 'record',
	base: CHOSEN_LATER,
	table: CHOSEN_LATER,
});

/** Without it, a column of text refuses a number. */
const TYPECAST = { options: { typecast: true } };

const BASEROW: Credential = ['baserowTokenApi', 'Baserow Token account'];
const baserow = operationsOf('baserow', 1.1, BASEROW, {
	authentication: 'databaseToken',
	tableId: '',
});

const dataTable = operationsOf('dataTable', 1.1, [], {
	...FIRST,
	dataTableId: entered('name', 'CRM contacts'),
	matchType: 'allConditions',
});
const ALL_COLUMNS = { columns: mapped(), options: {} };

const EXCEL: Credential = ['microsoftExcelOAuth2Api', 'Microsoft Excel account'];
const excel = operationsOf('microsoftExcel', 2.2, EXCEL, {
	resource: 'worksheet',
	workbook: CHOSEN_LATER,
	worksheet: CHOSEN_LATER,
});

const MYSQL: Credential = ['mySql', 'MySQL account'];
const mySql = operationsOf('mySql', 2.5, MYSQL, {
	...FIRST,
	table: entered('name', 'crm_contacts'),
});

const NOCODB: Credential = ['nocoDbApiToken', 'NocoDB Token account'];
const nocoDb = operationsOf('nocoDb', 4, NOCODB, {
	authentication: 'nocoDbApiToken',
	projectId: CHOSEN_LATER,
	table: CHOSEN_LATER,
});

const NOTION: Credential = ['notionApi', 'Notion account'];
const notion = operationsOf('notion', 3, NOTION, { resource: 'databasePage' });

const POSTGRES: Credential = ['postgres', 'Postgres account'];
const postgres = operationsOf('postgres', 2.6, POSTGRES, {
	...FIRST,
	schema: entered('name', 'public'),
	table: entered('name', 'crm_contacts'),
});

/** n8n's own table, which stands in for a CRM in all drawings. */
export const DATA_TABLE: Drawn = {
	...TABLE,
	name: 'Data Table',
	needsN8n2: true,
	tried: 'real',
	needs:
		'A Data Table *CRM contacts* with *code*, *company*, *contact*, *email*, *phone*, *city* (string), *creditLimit* (number), *active* (boolean).',
	limits: [
		'If it refuses a customer, those after it are not saved.',
		"No other table's name may contain *CRM contacts*: n8n could take that table.",
	],
	read: dataTable('get', { returnAll: true }),
	saves: {
		// *Insert* would take all or none.
		create: dataTable('upsert', { ...foundBy('code', drag('code')), ...ALL_COLUMNS }),
		update: dataTable('update', { ...foundBy('id', drag('id')), ...ALL_COLUMNS }),
	},
	upsert: (values, key) =>
		dataTable('upsert', {
			...foundBy('code', key),
			// n8n reads the table's columns by itself.
			columns: { ...columns(values), schema: [] },
			options: {},
		}),
};

export const TABLES: Crm[] = [
	{
		...TABLE,
		name: 'Airtable',
		tried: DOCUMENTED,
		choose: 'The base and the table, in four nodes.',
		limits: [
			'It does not return empty fields, so if the table has rows, fill each column in at least one of them.',
		],
		// In this version of the node, columns are not under `fields`.
		read: airtable('search', { returnAll: true, options: {} }),
		saves: {
			create: airtable('create', { columns: mapped(), ...TYPECAST }),
			update: airtable('update', { columns: mapped('id'), ...TYPECAST }),
		},
		upsert: (values) => airtable('upsert', { columns: columns(values, 'code'), ...TYPECAST }),
	},
	{
		...TABLE,
		name: 'Baserow',
		needsN8n2: true,
		tried: DOCUMENTED,
		choose: 'The table, in four nodes.',
		read: baserow('getAll', { returnAll: true, additionalOptions: {} }),
		saves: {
			create: baserow('create', { dataToSend: MAPPED }),
			update: baserow('update', {
				rowId: drag('id'),
				dataToSend: MAPPED,
				inputsToIgnore: 'id',
			}),
		},
	},
	DATA_TABLE,
	{
		name: 'Google Sheets',
		tried: DOCUMENTED,
		instead: 'Use *Customers to Google Sheets*, which matches by the code.',
		file: 'customers-to-google-sheets.json',
	},
	{
		...TABLE,
		name: 'Microsoft Excel',
		tried: DOCUMENTED,
		needs: `A sheet whose first row holds ${NAMES}, with all columns but *creditLimit* formatted as text (or Excel takes a phone number with a plus for a formula, and saves nobody).`,
		choose: 'The workbook and the sheet, in four nodes.',
		limits: [
			'An update writes the whole sheet again, so formulas turn into values.',
			'It saves all rows or none, and takes 042 for 42.',
		],
		active: flag('active', 'yes', 'no', 'no'),
		emptyText: true,
		id: 'code',
		read: excel('readRows', { options: {} }),
		create: (values) => excel('append', inExcel(values)),
		update: (values, valueToMatchOn) =>
			excel('update', { columnToMatchOn: 'code', valueToMatchOn, ...inExcel(values) }),
	},
	{
		...TABLE,
		name: 'MySQL or MariaDB',
		tried: 'real',
		needs: SQL_NEEDS,
		upsertsBy: INDEXED,
		// Yes and no are read as 1 and 0.
		active: flag('active', '1', '0', '0'),
		read: mySql('select', { returnAll: true, options: {} }),
		saves: {
			create: mySql('insert', { dataMode: MAPPED, ...ONE_BY_ONE }),
			update: mySql('update', { columnToMatchOn: 'id', dataMode: MAPPED, ...ONE_BY_ONE }),
		},
		upsert: ({ code: _code, ...values }, valueToMatchOn) =>
			mySql('upsert', { columnToMatchOn: 'code', valueToMatchOn, ...inMySql(values) }),
	},
	{
		...TABLE,
		name: 'NocoDB',
		needsN8n2: true,
		tried: 'real',
		choose: 'The base and the table, in four nodes.',
		upsertsBy: "no, only by the row's own ID",
		at: (box) => `fields.${box}`,
		read: nocoDb('search', { returnAll: true, options: {} }),
		saves: {
			create: nocoDb('create', { dataToSend: MAPPED }),
			update: nocoDb('update', { id: drag('id'), dataToSend: MAPPED }),
		},
	},
	{
		...TABLE,
		name: 'Notion',
		needsN8n2: true,
		tried: DOCUMENTED,
		needs:
			'A database with *Name*, *Code*, *Contact* and *City* (text), *Email*, *Phone*, *Credit limit* (number) and *Active* (checkbox).',
		choose: 'The data source, in **Read the CRM** and **Create in CRM**.',
		// Property and type, as n8n's node writes them together.
		boxes: {
			code: 'Code|rich_text',
			company: 'Name|title',
			contact: 'Contact|rich_text',
			email: 'Email|email',
			phone: 'Phone|phone_number',
			city: 'City|rich_text',
			creditLimit: 'Credit limit|number',
		},
		active: flag('Active|checkbox', true, false),
		at(box) {
			const [name = '', type] = box.split('|');
			return type === 'title' ? 'name' : `property_${name.toLowerCase().replaceAll(' ', '_')}`;
		},
		read: notion('getAll', {
			dataSourceId: CHOSEN_LATER,
			returnAll: true,
			simple: true,
			options: {},
		}),
		create: ({ 'Name|title': title = '', ...values }) =>
			notion('create', { dataSourceId: CHOSEN_LATER, title, ...inNotion(values) }),
		update: (values, id) => notion('update', { pageId: entered('id', id), ...inNotion(values) }),
	},
	{
		...TABLE,
		name: 'PostgreSQL or Supabase',
		tried: 'real',
		limits: ['The node does not say why the database refused somebody.'],
		needs: SQL_NEEDS,
		upsertsBy: INDEXED,
		read: postgres('select', { returnAll: true, options: {} }),
		saves: {
			create: postgres('insert', { columns: mapped(), ...ONE_BY_ONE }),
			update: postgres('update', { columns: mapped('id'), ...ONE_BY_ONE }),
		},
		upsert: (values) => postgres('upsert', { columns: columns(values, 'code'), ...ONE_BY_ONE }),
	},
];

function foundBy(keyName: string, keyValue: string) {
	// n8n keeps no default.
	const name = keyName === 'id' ? {} : { keyName };
	return { filters: { conditions: [{ ...name, keyValue }] } };
}

function inExcel(values: Values) {
	const fieldsUi = { values: pairs(values, 'column', 'fieldValue') };
	return { dataMode: 'define', fieldsUi, options: {} };
}

function inMySql(values: Values) {
	const valuesToSend = { values: pairs(values, 'column', 'value') };
	return { dataMode: 'defineBelow', valuesToSend, ...ONE_BY_ONE };
}

/** Where n8n's node for Notion has the value of a property, by the type of that. */
const NOTION_VALUES: Record<string, string> = {
	rich_text: 'textContent',
	title: 'title',
	email: 'emailValue',
	phone_number: 'phoneValue',
	number: 'numberValue',
	checkbox: 'checkboxValue',
};

function inNotion(values: Values) {
	const propertyValues = Object.entries(values).map(([key, value]) => {
		const [, type = ''] = key.split('|');
		// The node takes nothing but text for a property of text.
		const content = type === 'rich_text' ? String(value).replace(/\?\? \S+/, "?? ''") : value;
		return { key, [NOTION_VALUES[type] ?? '']: content };
	});
	return { propertiesUi: { propertyValues }, options: {} };
}
