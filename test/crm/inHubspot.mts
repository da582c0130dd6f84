import assert from 'node:assert/strict';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import type { HubSpot, Properties } from './hubspot.mts';
import type { Scene } from './scene.mts';
import { DRAGGED, nodesInStep, renaming, type Target } from './target.mts';

/** Its names of the examples' columns. */
const NAMES: Record<string, string> = {
	code: 'customer_code',
	company: 'name',
	contact: 'contact',
	email: 'email',
	phone: 'phone',
	city: 'city',
	creditLimit: 'credit_limit',
};
const OURS = renaming(NAMES);
/** Each company of the application has a property of its own for the code. */
const OTHER_CODE = 'customer_code_2';
const OTHERS = renaming({ ...NAMES, code: OTHER_CODE });

/** n8n's node for HubSpot, as somebody fills it in. */
function node(resource: string, operation: string, parameters: INodeParameters): Partial<INode> {
	const credentials = { hubspotAppToken: { id: null, name: 'HubSpot Service Key account' } };
	const all = { authentication: 'appToken', resource, operation, ...parameters };
	return { type: 'n8n-nodes-base.hubspot', typeVersion: 2.2, parameters: all, credentials };
}

/** Custom properties, in which empty text clears a value. */
function custom(expressions: Record<string, string>): INodeParameters {
	const values = Object.entries(expressions).map(([column, expression]) => ({
		property: NAMES[column] ?? column,
		value: `={{ ${expression} ?? '' }}`,
	}));
	return { customPropertiesUi: { customPropertiesValues: values } };
}

const REFUSAL: Pick<Target, 'reason' | 'refused'> = {
	// n8n's node keeps HubSpot's own words to itself.
	reason: 'Bad request',
	refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
};

/** Companies, which the node creates, and updates by their ID. */
export function companiesOf(hubspot: HubSpot): Target {
	const at = (column: string) => `properties.${NAMES[column] ?? column}.value`;
	const properties = ['active', ...Object.values(NAMES)];
	const propertiesValues = { properties, propertyMode: 'valueOnly' };
	return {
		nodes: nodesInStep({
			at,
			id: 'companyId',
			read: node('company', 'getAll', {
				returnAll: true,
				options: { propertiesCollection: { propertiesValues } },
			}),
			save({ companyId: _companyId, ...values }, id) {
				const fields = custom(values);
				const companyId = { __rl: true, mode: 'id', value: `={{ ${id} }}` };
				return id === undefined
					? node('company', 'create', { name: '={{ $json.Name }}', additionalFields: fields })
					: node('company', 'update', { companyId, updateFields: fields });
			},
		}),
		...REFUSAL,
		async fill(rows) {
			hubspot.clear();
			for (const { companyId, ...row } of rows) {
				const own = (companyId === '2' ? OTHERS : OURS).toOwn(row);
				const known = Object.entries(own).filter(([, value]) => (value ?? null) !== null);
				hubspot.add(Object.fromEntries(known.map(([name, value]) => [name, String(value)])));
			}
		},
		rows: async () => [...hubspot.companies.values()].map(rowOf),
	};
}

function rowOf(own: Properties): Row {
	const isOther = OTHER_CODE in own;
	const { creditLimit, active, ...row } = (isOther ? OTHERS : OURS).toColumns(own);
	return {
		...row,
		companyId: isOther ? '2' : '1',
		creditLimit: creditLimit === undefined ? null : Number(creditLimit),
		active: active === 'true',
	};
}

/** Contacts, which the node creates or updates by their email address. */
export function contactsOf(hubspot: HubSpot): Target {
	const { email: _email, ...others } = DRAGGED;
	return {
		nodes: {
			'Get all customers': { parameters: { options: { emptyAsNull: true, uniqueField: 'Email' } } },
			'Save to CRM': node('contact', 'upsert', {
				email: '={{ $json.Email }}',
				additionalFields: custom(others),
				options: { resolveData: true },
			}),
		},
		...REFUSAL,
		fill: async () => hubspot.clear(),
		rows: async () => [...hubspot.contacts.values()].map(OURS.toColumns),
	};
}

/** What only HubSpot has: addresses in place of codes, and a rate limit. */
export function copyingContacts(scene: Scene, hubspot: HubSpot): Check {
	const { begin, change, customers, run } = scene;
	const example = withNodes(readExample('customers-to-crm.json'), contactsOf(hubspot).nodes);
	return {
		name: 'HubSpot contacts: names whom it could not match, or refuses, or limits until the next time',
		async prove() {
			begin(60);
			hubspot.clear();
			change(3, { Email: customers.at(4)?.Email });
			change(9, { Email: '' });
			change(12, { Email: 'unknown' });
			hubspot.limited = [5];
			const { error } = await run(example);
			for (const words of [
				/records 4 and 5 in the list differ/,
				/Record 10 in /,
				/C000013 /,
				/C000007 [^;]*: The service is receiving too many requests from you/,
			]) {
				assert.match(error?.message ?? '', words);
			}
			assert.equal(hubspot.requests.length, 57, 'One request for each');
			assert.equal(hubspot.contacts.size, 55);
			await run(example);
			assert.equal(hubspot.contacts.size, 56);
		},
	};
}
