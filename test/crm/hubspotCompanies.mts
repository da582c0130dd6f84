import assert from 'node:assert/strict';
import { readExample, withSettings } from '../../harness/workflow/examples.mts';
import { copying, type Target } from './copying.mts';
import type { HubSpot } from './hubspot.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

const NAME = 'Customers to HubSpot companies';
const EXAMPLE = readExample('customers-to-hubspot-companies.json');
const PROPERTY = 'customer_code';
const PROPERTY_2 = 'customer_code_2';

/** The example as shipped. Its property is there already, as in every run but the first. */
export function copyingToCompanies(scene: Scene, hubspot: HubSpot): Check[] {
	const target: Target = {
		name: NAME,
		example: EXAMPLE,
		async clear() {
			hubspot.clear();
			for (const name of [PROPERTY, PROPERTY_2]) {
				hubspot.properties.set(name, { name, hasUniqueValue: true });
			}
		},
		async rows() {
			return hubspot.companies.map(({ [PROPERTY]: one, [PROPERTY_2]: two, name, ...others }) => {
				return { ...others, code: one ?? two, companyId: two ? '2' : '1', company: name };
			});
		},
		refused: (customer) => ({ ...customer, Phone: 'see notes' }),
		fields: { Code: 'code', Name: 'company', Phone: 'phone', PostalCode: 'zip', City: 'city' },
		otherCompany: withSettings(EXAMPLE, { codeProperty: PROPERTY_2 }),
	};
	const { customers } = scene;

	const check = checksOf(NAME, async () => {
		scene.begin();
		await target.clear();
	});

	/** Runs the example; all customers but some are in HubSpot, and were named. */
	const assertNamed = async (count: number, reason?: string) => {
		const { status, error } = await scene.run(EXAMPLE);
		assert.equal(status, count > 0 ? 'error' : 'success', error?.message);
		if (count > 0) assert.match(error?.message ?? '', new RegExp(`^Not saved \\(${count} of 150 `));
		if (reason) assert.ok(error?.message.includes(`(${reason})`), error?.message);
		assert.equal(hubspot.companies.length, 150 - count);
	};

	return [
		...copying(scene, target),
		check('takes a request for a hundred', async () => {
			await assertNamed(0);
			assert.equal(hubspot.requests.length, Math.ceil(150 / 100) + 1);
		}),
		check('asks no more often where HubSpot refuses one', async () => {
			customers.upsert(3, { ...customers.at(3), Phone: 'see notes' });
			await assertNamed(1, 'Value "see notes" is invalid');
			assert.equal(hubspot.requests.length, 3);
		}),
		check('makes the property in the first run', async () => {
			hubspot.clear();
			await assertNamed(0);
			assert.equal(hubspot.properties.get(PROPERTY)?.hasUniqueValue, true);
			hubspot.requests.length = 0;
			await assertNamed(0);
			assert.equal(hubspot.requests.length, 3);
		}),
		check('stops with a reason where it may not make the property', async () => {
			hubspot.clear();
			hubspot.is.hasSchemaScope = false;
			const { error } = await scene.run(EXAMPLE);
			assert.match(`${error?.message} ${error?.description}`, /This key lacks required scopes/);
			assert.equal(error?.node?.name, 'Make the property');
		}),
		check('clears what was cleared, and leaves alone what only HubSpot has', async () => {
			await assertNamed(0);
			Object.assign(hubspot.companies[7] ?? {}, { hubspot_owner_id: '42' });
			customers.upsert(7, { ...customers.at(7), City: '', Phone: null, Country: undefined });
			await assertNamed(0);
			const {
				[PROPERTY]: code,
				city,
				phone,
				country,
				hubspot_owner_id,
			} = hubspot.companies[7] ?? {};
			assert.equal(code, customers.at(7)?.Code);
			assert.deepEqual([city, phone, country, hubspot_owner_id], ['', '', '', '42']);
		}),
		check('waits for a rate limit', async () => {
			hubspot.limited = [1, 3];
			await assertNamed(0);
			assert.equal(hubspot.requests.length, 5);
		}),
		check('names the customers of a request that HubSpot never takes', async () => {
			hubspot.limited = [2, 3, 4];
			await assertNamed(100, 'You have reached your limit.');
		}),
		check('sends a refused request again, one by one', async () => {
			hubspot.is.isAllOrNothing = true;
			customers.upsert(3, { ...customers.at(3), Phone: 'see notes' });
			await assertNamed(1, 'Value "see notes" is invalid');
			// Three times the refused one, the other one, and a hundred.
			assert.equal(hubspot.requests.length, 1 + 3 + 1 + 100);
		}),
		check('names those that HubSpot leaves out without a word', async () => {
			hubspot.is.savedAtMost = 40;
			const { error } = await scene.run(EXAMPLE);
			assert.match(error?.message ?? '', /^Not saved \(70 of 150 .+ \(not confirmed by HubSpot\)/);
			assert.equal(hubspot.companies.length, 80);
		}),
	];
}
