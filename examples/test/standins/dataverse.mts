import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { ColumnName } from '../../../harness/workflow/rows.mts';
import { Refusal, type Contact } from './contacts.mts';
import { number, orNull, textFrom, type Field } from './fields.mts';
import { Answer, rowSchema, type StandIn } from './standIn.mts';

const ENVIRONMENT = 'example.crm.dynamics.com';
/** 5,000 in Dataverse; less here, so that a read takes more than one. */
const PAGE_SIZE = 50;

/** The only status reason that an account has in each state, which it gets if none is sent. */
const STATUSES: Record<number, number> = { 0: 1, 1: 2 };

/** Columns that hold other records, and what these are; an owner is a user or a team. */
const LOOKUPS = { parentaccountid: 'account', primarycontactid: 'contact', ownerid: 'owner' };
const TABLES = ['account', 'contact', 'systemuser', 'team'];

/**
 * Microsoft Dataverse's Web API, with the table of accounts that Dynamics 365 has in it.
 *
 * https://learn.microsoft.com/power-apps/developer/data-platform/webapi/query/page-results
 * https://learn.microsoft.com/power-apps/developer/data-platform/webapi/update-delete-entities-using-web-api
 * https://learn.microsoft.com/power-apps/developer/data-platform/webapi/query-metadata-web-api
 * https://learn.microsoft.com/power-apps/developer/data-platform/reference/entities/account
 */
export const dataverse: StandIn = {
	crm: 'Microsoft Dynamics CRM',
	credential: {
		environmentUrl: `https://${ENVIRONMENT}`,
		oauthTokenData: { access_token: 'none' },
	},
	fields: {
		name: text(160, 'company'),
		accountnumber: text(20, 'code'),
		emailaddress1: text(100, 'email'),
		telephone1: text(50, 'phone'),
		address1_city: text(80, 'city'),
		address1_line1: text(250),
		address1_postalcode: text(20),
		description: text(2000),
		creditlimit: number('creditLimit'),
		statecode: { ...number(), empty: 0 },
		statuscode: { ...number(), empty: 1 },
	},
	marks: {
		active: { statecode: 0, statuscode: 1 },
		removed: { statecode: 1, statuscode: 2 },
	},
	ofColleagues: { address1_line1: '1 Main Street', description: 'Call back' },
	idOf: (nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
	refuses: (name, type) =>
		type
			? `Cannot convert the literal for '${name}' to the expected type '${type}'.`
			: `Invalid property '${name}' was found in entity 'Microsoft.Dynamics.CRM.account'.`,
	says: (message) => ({ error: { code: '0x80040265', message } }),
	routes(contacts) {
		const api = `/${ENVIRONMENT}/api/data/v9.2`;
		return {
			[`GET ${api}/EntityDefinitions`]({ query: { $filter = '' } }) {
				const tables = TABLES.map((LogicalName) => ({
					LogicalName,
					EntitySetName: `${LogicalName}s`,
					PrimaryIdAttribute: `${LogicalName}id`,
					TableType: 'Standard',
				}));
				const isMeant = (table: Record<string, string>) =>
					Object.entries(table).some(([name, value]) => $filter.includes(`${name} eq '${value}'`));
				return { value: tables.filter(isMeant) };
			},
			[`GET ${api}/:id/ManyToOneRelationships`]: () => ({
				value: Object.entries(LOOKUPS).map(([ReferencingAttribute, ReferencedEntity]) => ({
					ReferencingAttribute,
					ReferencedEntity,
					ReferencingEntityNavigationPropertyName: ReferencingAttribute,
				})),
			}),
			[`GET ${api}/accounts`]({ query: { $skiptoken = '0' } }) {
				const { page, next } = contacts.page(Number($skiptoken), PAGE_SIZE);
				const link = next && `https:/${api}/accounts?$skiptoken=${next}`;
				return { value: page.map(shown), '@odata.nextLink': link };
			},
			[`POST ${api}/accounts`]: ({ body }) =>
				new Answer(201, shown(contacts.create(accountIn(body)))),
			[`PATCH ${api}/:id`]({ params, body }) {
				const [, id = ''] = /^accounts\((.+)\)$/.exec(params.id) ?? [];
				return shown(contacts.update(id, accountIn(body)));
			},
		};
	},
};

/** Of at most so many characters. There are no empty ones. */
function text(length: number, holds?: ColumnName): Field {
	const takes = z.string().max(length).nullable().transform(orNull);
	return { ...textFrom(takes)(holds), type: `Edm.String(${length})` };
}

function accountIn(body: unknown): Row {
	const account = rowSchema.parse(body);
	const ofState = STATUSES[Number(account.statecode)];
	const { statuscode = ofState } = account;
	if (statuscode !== ofState) {
		throw new Refusal(`${String(statuscode)} is not a valid status code for this state code`);
	}
	return statuscode === undefined ? account : { ...account, statuscode };
}

function shown({ id, values }: Contact) {
	return { '@odata.etag': 'W/"1"', ...values, accountid: id };
}
