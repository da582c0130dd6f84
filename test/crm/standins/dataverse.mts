import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { Refusal } from './contacts.mts';
import type { StandIn } from './standIn.mts';

const ENVIRONMENT = 'example.crm.dynamics.com';
const PAGE_SIZE = 5000;

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
const EMPTY = Object.fromEntries(
	[...Object.keys(LENGTHS), 'creditlimit'].map((name) => [name, null]),
);

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
	marks: { active: { statecode: 0, statuscode: 1 }, removed: { statecode: 1, statuscode: 2 } },
	ofColleagues: { address1_line1: '1 Main Street', description: 'Call back' },
	idOf: (nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
	says: (message) => ({ error: { code: '0x80040265', message } }),
	serve(app, contacts) {
		const api = `/${ENVIRONMENT}/api/data/v9.2`;
		const shown = (id: string) => {
			const values = contacts.records.get(id);
			return {
				'@odata.etag': 'W/"1"',
				...EMPTY,
				statecode: 0,
				statuscode: 1,
				...values,
				accountid: id,
			};
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
			const id = contacts.create({ ...taken(body), statecode: 0, statuscode: 1 });
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
	const values = Object.entries(fields).map(([name, value]) => [name, takenAs(name, value)]);
	const { statecode = 0, statuscode } = fields;
	if (statuscode !== undefined && STATUSES[Number(statecode)] !== statuscode) {
		const state = `state code AccountState.${statecode === 0 ? 'Active' : 'Inactive'}`;
		throw new Refusal(`${String(statuscode)} is not a valid status code for ${state}`);
	}
	return Object.fromEntries(values);
}

function takenAs(name: string, value: unknown): unknown {
	const length = LENGTHS[name];
	const isNumber = name === 'creditlimit' || name === 'statecode' || name === 'statuscode';
	if (length === undefined && !isNumber) {
		throw new Refusal(
			`Invalid property '${name}' was found in entity 'Microsoft.Dynamics.CRM.account'.`,
		);
	}
	if (value === null) return null;
	if (typeof value !== (isNumber ? 'number' : 'string')) {
		const type = isNumber ? 'Edm.Decimal' : 'Edm.String';
		throw new Refusal(
			`Cannot convert the literal '${String(value)}' to the expected type '${type}'.`,
		);
	}
	if (typeof value === 'string' && length !== undefined && value.length > length) {
		throw new Refusal(
			`The length of the '${name}' attribute of the 'account' entity exceeded the maximum allowed length of '${length}'.`,
		);
	}
	// Dataverse has no empty texts.
	return value === '' ? null : value;
}
