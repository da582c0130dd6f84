import assert from 'node:assert/strict';
import { readExample, withSettings } from '../../harness/workflow/examples.mts';
import { copying, type Target } from './copying.mts';
import type { HubSpot } from './hubspot.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

const NAME = 'Customers to HubSpot';
const EXAMPLE = readExample('customers-to-hubspot.json');

/** The example as shipped. In HubSpot, an email address is one contact, whoever it works for. */
export function copyingToContacts(scene: Scene, hubspot: HubSpot): Check[] {
	const { customers } = scene;
	const target: Target = {
		name: NAME,
		example: EXAMPLE,
		clear: async () => hubspot.clear(),
		async rows() {
			return hubspot.contacts.map(({ firstname, lastname, ...others }) => {
				return { ...others, contact: `${firstname} ${lastname}` };
			});
		},
		refused: (customer) => ({ ...customer, Email: 'refused@example' }),
		fields: {
			Email: 'email',
			Name: 'company',
			ContactName: 'contact',
			Phone: 'phone',
			City: 'city',
		},
		otherCompany: false,
	};

	const check = checksOf(NAME, async () => {
		scene.begin();
		await target.clear();
	});

	const change = (index: number, Email: string) =>
		customers.upsert(index, { ...customers.at(index), Email });

	return [
		...copying(scene, target),
		check('takes a request for a hundred', async () => {
			await scene.run(EXAMPLE);
			assert.equal(hubspot.requests.length, 2);
		}),
		check('takes a name of one word, of three, and none', async () => {
			for (const [index, ContactName] of ['Cher', ' Ada  King Lovelace ', null, 42].entries()) {
				customers.upsert(index, { ...customers.at(index), ContactName });
			}
			assert.equal((await scene.run(EXAMPLE)).status, 'success');
			const names = hubspot.contacts.map(({ firstname, lastname }) => [firstname, lastname]);
			const expected = [
				['Cher', ''],
				['Ada', 'King Lovelace'],
				['', ''],
				['42', ''],
			];
			// HubSpot's records are in the order in which they were saved.
			assert.deepEqual(names.slice(0, 4), expected);
		}),
		check('takes two addresses that differ in capitals for one', async () => {
			change(3, 'Info@Example.com');
			change(4, ' info@example.com');
			const { error } = await scene.run(EXAMPLE);
			assert.match(
				error?.message ?? '',
				/^Not saved \(2 of 150 .+, .+\(shared address info@example/,
			);
			assert.equal(hubspot.contacts.length, 148);
		}),
		check(
			'succeeds without those that have no address, where that is as it should be',
			async () => {
				for (let index = 0; index < 30; index++) change(index, '');
				const told = await scene.run(EXAMPLE);
				assert.match(told.error?.message ?? '', /^Not saved \(30 of 150 .+ turn off emailRequired/);
				const example = withSettings(EXAMPLE, { emailRequired: false });
				assert.equal((await scene.run(example)).status, 'success');
				change(40, 'refused@example');
				const { error } = await scene.run(example);
				assert.match(error?.message ?? '', /^Not saved \(1 of 150 customers\): refused@example /);
				assert.equal(hubspot.contacts.length, 120);
			},
		),
		check('saves all others where HubSpot refuses a request as a whole', async () => {
			hubspot.is.isAllOrNothing = true;
			change(120, 'refused@example');
			const { error } = await scene.run(EXAMPLE);
			assert.match(error?.message ?? '', /^Not saved \(1 of 150 customers\): refused@example /);
			assert.equal(hubspot.contacts.length, 149);
		}),
	];
}
