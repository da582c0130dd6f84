import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { Refusal } from './contacts.mts';
import type { StandIn } from './standIn.mts';
import { checkTypes, type Types } from './types.mts';

const ENVIRONMENT = 'example.crm.dynamics.com';
/** 5,000 in Dataverse; less here, so that a read takes more than one. */
const PAGE_SIZE = 50;

/** How long the texts of an account may be. */
const LENGTHS: Record<string, number> = {
	name: 160,
	accountnumber: 20,
	emailaddress1: 100,
	telephone1: 50,
	address1_city: 80,
	address1_line1: 250,
	address1_postalcode: 20,
	description: 2000,
};
/** The only status that an account has in each state. */
const STATUSES: Record<number, number> = { 0: 1, 1: 2 };
const NEW = { statecode: 0, statuscode: 1 };
const TYPES: Types = {
	...Object.fromEntries(Object.keys(LENGTHS).map((name) => [name, 'text' as const])),
	creditlimit: 'number',
	statecode: 'number',
	statuscode: 'number',
};
const EMPTY = Object.fromEntries(Object.keys(TYPES).map((name) => [name, null]));

/** Columns that hold other records, and the tables of these. */
const LOOKUPS = [
	['parentaccountid', 'account'],
	['primarycontactid', 'contact'],
	['transactioncurrencyid', 'transactioncurrency'],
	['ownerid', 'owner'],
] as const;
const ENTITY_SETS: Record<string, string> = {
	account: 'accounts',
	contact: 'contacts',
	transactioncurrency: 'transactioncurrencies',
	systemuser: 'systemusers',
	team: 'teams',
};

const bodySchema = z.record(z.unknown());

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
		code: 'accountnumber',
		company: 'name',
		email: 'emailaddress1',
		phone: 'telephone1',
		city: 'address1_city',
		creditLimit: 'creditlimit',
	},
	marks: { active: NEW, removed: { statecode: 1, statuscode: 2 } },
	ofColleagues: { address1_line1: '1 Main Street', description: 'Call back' },
	idOf: (nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
	says: (message) => ({ error: { code: '0x80040265', message } }),
	serve(app, contacts) {
		const api = `/${ENVIRONMENT}/api/data/v9.2`;
		const shown = (id: string) => {
			const values = contacts.records.get(id);
			return { '@odata.etag': 'W/"1"', ...EMPTY, ...NEW, ...values, accountid: id };
		};
		app.get<{ Querystring: { $filter?: string } }>(
			`${api}/EntityDefinitions`,
			async ({ query }) => {
				const { $filter = '' } = query;
				const value = Object.entries(ENTITY_SETS).flatMap(([LogicalName, EntitySetName]) => {
					const isMeant = [
						`LogicalName eq '${LogicalName}'`,
						`EntitySetName eq '${EntitySetName}'`,
					];
					if (!isMeant.some((condition) => $filter.includes(condition))) return [];
					const PrimaryIdAttribute = `${LogicalName}id`;
					return [{ LogicalName, EntitySetName, PrimaryIdAttribute, TableType: 'Standard' }];
				});
				return { value };
			},
		);
		app.get(`${api}/:definition/ManyToOneRelationships`, async () => ({
			value: LOOKUPS.map(([ReferencingAttribute, ReferencedEntity]) => ({
				ReferencingAttribute,
				ReferencedEntity,
				ReferencingEntityNavigationPropertyName: ReferencingAttribute,
			})),
		}));
		app.get<{ Querystring: { $skiptoken?: string } }>(`${api}/accounts`, async ({ query }) => {
			const from = Number(query.$skiptoken ?? 0);
			const all = contacts.all();
			const to = from + PAGE_SIZE;
			const next = `https://${ENVIRONMENT}/api/data/v9.2/accounts?$skiptoken=${to}`;
			return {
				value: all.slice(from, to).map(({ id }) => shown(id)),
				...(to < all.length && { '@odata.nextLink': next }),
			};
		});
		app.post(`${api}/accounts`, async ({ body }, reply) => {
			const values = taken(body);
			const id = contacts.create(values, { ...values, ...NEW });
			return await reply.code(201).send(shown(id));
		});
		app.patch<{ Params: { account: string } }>(`${api}/:account`, async ({ params, body }) => {
			const [, id = ''] = /^accounts\((.+)\)$/.exec(params.account) ?? [];
			contacts.update(id, taken(body));
			return shown(id);
		});
	},
};

/** The values as an account keeps them. @throws Refusal for another type, and for what is too long */
function taken(body: unknown): Row {
	const fields = bodySchema.parse(body);
	checkTypes(fields, TYPES, {
		unknown: (name) =>
			`Invalid property '${name}' was found in entity 'Microsoft.Dynamics.CRM.account'.`,
		wrong: (name) => `Cannot convert the literal for '${name}' to the expected type.`,
	});
	for (const [name, length] of Object.entries(LENGTHS)) {
		if (String(fields[name] ?? '').length <= length) continue;
		const attribute = `The length of the '${name}' attribute of the 'account' entity`;
		throw new Refusal(`${attribute} exceeded the maximum allowed length of '${length}'.`);
	}
	const { statecode, statuscode } = fields;
	if (statuscode !== undefined && STATUSES[Number(statecode)] !== statuscode) {
		throw new Refusal(`${String(statuscode)} is not a valid status code for this state code`);
	}
	return Object.fromEntries(
		// Dataverse has no empty texts.
		Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]),
	);
}
