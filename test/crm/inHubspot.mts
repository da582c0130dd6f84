import assert from 'node:assert/strict';
import type { INode, INodeParameters } from 'n8n-workflow';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { FIELDS } from '../../harness/workflow/rows.mts';
import type { HubSpot, Properties } from './hubspot.mts';
import { checksOf, type Scene } from './scene.mts';
import { comparing, renaming, type Target } from './target.mts';

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
const COLUMNS = Object.keys(NAMES);
const [, ...COMPARED] = COLUMNS;
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

/** Custom properties with what is dragged there, and whether the company is active. */
function custom(columns: string[], active?: string): INodeParameters {
	const values = columns.map((column) => ({
		property: NAMES[column],
		value: `={{ $json.${FIELDS[column]} ?? '' }}`,
	}));
	if (active) values.push({ property: 'active', value: active });
	return { customPropertiesUi: { customPropertiesValues: values } };
}

/** Companies, which the node creates, and updates by their ID. */
export function companiesOf(hubspot: HubSpot): Target {
	const at = (column: string) => `$json.properties.${NAMES[column] ?? column}.value`;
	const properties = ['active', ...Object.values(NAMES)];
	const propertiesValues = { properties, propertyMode: 'valueOnly' };
	const update = (id: string, updateFields: INodeParameters) => {
		const companyId = { __rl: true, mode: 'id', value: `={{ ${id} }}` };
		return node('company', 'update', { companyId, updateFields });
	};
	return {
		nodes: {
			'Read the CRM': node('company', 'getAll', {
				returnAll: true,
				options: { propertiesCollection: { propertiesValues } },
			}),
			'What differs?': comparing(at, `${at('active')} === 'false'`),
			'Create in CRM': node('company', 'create', {
				name: '={{ $json.Name }}',
				additionalFields: custom(COLUMNS, 'true'),
			}),
			'Update in CRM': update(
				"$('One at a time').item.json.input.companyId",
				custom(COMPARED, 'true'),
			),
			'Mark inactive': update('$json.companyId', custom([], 'false')),
		},
		// n8n's node keeps HubSpot's own words to itself.
		reason: 'Bad request',
		refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
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
export function copyingContacts(scene: Scene, hubspot: HubSpot): Check[] {
	const { begin, change, customers, run } = scene;
	const others = COLUMNS.filter((column) => column !== 'company' && column !== 'email');
	const example = withNodes(readExample('customers-to-crm.json'), {
		'Get all customers': { parameters: { options: { emptyAsNull: true, uniqueField: 'Email' } } },
		'Save to CRM': node('contact', 'upsert', {
			email: '={{ $json.Email }}',
			additionalFields: custom(others),
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
