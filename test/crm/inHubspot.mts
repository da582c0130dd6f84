import assert from 'node:assert/strict';
import type { INode, INodeParameters } from 'n8n-workflow';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import type { HubSpot, Properties } from './hubspot.mts';
import { reconciling } from './reconciling.mts';
import { checksOf, type Scene } from './scene.mts';

/** The examples' names and the customer's, by HubSpot's. */
const FIELDS = Object.entries({
	name: ['company', 'Name'],
	contact: ['contact', 'ContactName'],
	email: ['email', 'Email'],
	phone: ['phone', 'Phone'],
	city: ['city', 'City'],
	credit_limit: ['creditLimit', 'CreditLimit'],
} as const);
const DRAGGED = FIELDS.map(([name, [, field]]) => [name, `={{ $json.${field} ?? '' }}`]);
const CODE = ['customer_code', '={{ $json.Code }}'];

/** n8n's node for HubSpot, as somebody fills it in. */
function node(resource: string, operation: string, parameters: INodeParameters): Partial<INode> {
	const credentials = { hubspotAppToken: { id: null, name: 'HubSpot Service Key account' } };
	const all = { authentication: 'appToken', resource, operation, ...parameters };
	return { type: 'n8n-nodes-base.hubspot', typeVersion: 2.2, parameters: all, credentials };
}

const custom = (...values: string[][]) => ({
	customPropertiesUi: {
		customPropertiesValues: values.map(([property, value]) => ({ property, value })),
	},
});
const byId = (value: string) => ({ companyId: { __rl: true, mode: 'id', value } });
const at = (name: string) => `={{ $json.properties.${name}.value }}`;

/** Companies, which the node creates, and updates by their ID. */
export function keepingCompanies(scene: Scene, hubspot: HubSpot): Check[] {
	const properties = ['customer_code', 'active', ...FIELDS.map(([name]) => name)];
	const propertiesValues = { properties, propertyMode: 'valueOnly' };
	const pairs = FIELDS.map(([name, [, field]]) => ({ field, value: at(name) }));
	const saved = custom(...DRAGGED, ['active', 'true']);
	const created = custom(CODE, ...DRAGGED, ['active', 'true']);
	const row = "={{ $('One at a time').item.json.input.companyId }}";
	const marked = { updateFields: custom(['active', 'false']) };
	return reconciling(scene, {
		name: 'HubSpot',
		hasKey: false,
		isRemoved: "={{ $json.properties.active.value === 'false' }}",
		nodes: {
			'Read the CRM': node('company', 'getAll', {
				returnAll: true,
				options: { propertiesCollection: { propertiesValues } },
			}),
			'What differs?': { parameters: { inputKey: at('customer_code'), compareFields: { pairs } } },
			'Create in CRM': node('company', 'create', {
				name: '={{ $json.Name }}',
				additionalFields: created,
			}),
			'Update in CRM': node('company', 'update', { ...byId(row), updateFields: saved }),
			'Mark inactive': node('company', 'update', { ...byId('={{ $json.companyId }}'), ...marked }),
		},
		inPart: { parameters: { returnAll: false, limit: 30 } },
		deleting: node('company', 'delete', byId('={{ $json.companyId }}')),
		// n8n's node keeps HubSpot's own words to itself.
		reason: 'Bad request',
		refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
		async fill(rows) {
			hubspot.clear();
			for (const each of rows) hubspot.add(propertiesOf(each));
		},
		rows: async () => [...hubspot.companies.values()].map(rowOf),
	});
}

/** Contacts, which the node creates or updates by their email address. */
export function copyingContacts(scene: Scene, hubspot: HubSpot): Check[] {
	const { begin, change, customers, run } = scene;
	const others = DRAGGED.filter(([name]) => name !== 'name' && name !== 'email');
	const example = withNodes(readExample('customers-to-crm.json'), {
		'Get all customers': { parameters: { options: { emptyAsNull: true, uniqueField: 'Email' } } },
		'Save to CRM': node('contact', 'upsert', {
			email: '={{ $json.Email }}',
			additionalFields: custom(CODE, ...others),
			options: { resolveData: true },
		}),
	});
	/** Runs the example; all are saved but these, who are named. */
	const assertCopied = async (left: Record<number, string>) => {
		const { error } = await run(example);
		for (const words of Object.values(left))
			assert.ok(error?.message.includes(words), error?.message);
		const saved = customers.page(0, 60).filter((_, index) => !(index in left));
		const found = [...hubspot.contacts.values()];
		assert.deepEqual(
			found.map(({ email, customer_code, city }) => [email, customer_code, city]),
			saved.map(({ Email, Code, City }) => [Email, Code, City || undefined]),
		);
	};
	const check = checksOf('HubSpot contacts', async () => {
		begin(60);
		hubspot.clear();
	});
	return [
		check(
			'has everyone once and as it is, clears what is empty, and is then left alone',
			async () => {
				assertSuccess(await run(example));
				change(7, { City: '', Phone: null });
				await assertCopied({});
				const before = [...hubspot.contacts];
				assertSuccess(await run(example));
				assert.deepEqual([...hubspot.contacts], before);
				assert.equal(hubspot.requests.length, 180);
			},
		),
		check('names those without an address of their own, and one that is refused', async () => {
			change(3, { Email: customers.at(4)?.Email });
			change(9, { Email: '' });
			change(12, { Email: 'unknown' });
			const shared = 'records 4 and 5 in the list differ';
			await assertCopied({ 3: shared, 4: shared, 9: 'Record 10 in', 12: 'C000013' });
		}),
		check('names those at a rate limit, and saves them the next time', async () => {
			hubspot.limited = [5];
			await assertCopied({ 4: 'The service is receiving too many requests from you' });
			assertSuccess(await run(example));
			assert.equal(hubspot.contacts.size, 60);
		}),
	];
}

function propertiesOf({ code, companyId, active, owner, ...row }: Row): Properties {
	// Each company of the application has a property of its own for the code.
	const key = companyId === '2' ? 'customer_code_2' : 'customer_code';
	const others = FIELDS.map(([name, [column]]) => [name, row[column]]);
	const values = [[key, code], ['active', active], ['owner', owner], ...others];
	const known = values.filter(([, value]) => value !== undefined && value !== null);
	return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}

function rowOf({ customer_code, customer_code_2, owner, active, ...properties }: Properties): Row {
	const others = FIELDS.map(([name, [column]]) => [column, properties[name] ?? null]);
	const { credit_limit: limit } = properties;
	return {
		...Object.fromEntries(others),
		...{ code: customer_code ?? customer_code_2, companyId: customer_code_2 ? '2' : '1', owner },
		creditLimit: limit === undefined ? null : Number(limit),
		active: active === 'true',
	};
}
