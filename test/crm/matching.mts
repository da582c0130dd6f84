import assert from 'node:assert/strict';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import { readExample, withSettings } from '../../harness/workflow/examples.mts';
import { oneLevelDown, type Table } from './dataTable.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

const EXAMPLE = readExample('match-the-crm-first.json');
const COPY = readExample('customers-to-crm.json');
const real = (values = {}) => withSettings(EXAMPLE, { dryRun: false, ...values });

/** Contacts that are in the CRM already are found, and not doubled. */
export function matching({ begin, change, customers, run }: Scene, table: Table): Check[] {
	const contact = (index: number, fields = {}) => {
		const { Name, Email, Phone } = customers.at(index) ?? {};
		return { company: Name, email: Email, phone: Phone, ...fields };
	};
	const codes = async () => (await table.rows()).map(({ code }) => code);
	const code = (index: number) => customers.at(index)?.Code;

	const check = checksOf('Match', async () => {
		begin(40);
	});

	return [
		check(
			'writes the code into those that match one customer, and nobody is doubled',
			async () => {
				change(5, { Email: customers.at(6)?.Email });
				await table.fill([
					contact(0, { email: ` ${String(customers.at(0)?.Email).toUpperCase()}` }),
					contact(1),
					contact(5),
					contact(8),
					contact(8),
					contact(9, { code: code(9), companyId: '1' }),
					contact(9),
					{ company: 'Somebody else', email: 'else@example.com' },
					{ company: 'Without an address' },
				]);
				const before = await table.rows();
				const dry = await run(EXAMPLE);
				assertSuccess(dry);
				assert.deepEqual(await table.rows(), before);
				assert.deepEqual(matchesOf(dry), matchesOf(await run(real())));
				const none = [null, null, null, code(9), null, null, null];
				assert.deepEqual(await codes(), [code(0), code(1), ...none]);
				assert.deepEqual(
					outputOf(dry, 'Who is who?').map(({ match }) => match),
					[
						...['one customer', 'one customer', 'several', 'several', 'several'],
						...['has a code', 'several', 'no customer', 'no customer'],
					],
				);

				assertSuccess(await run(COPY));
				const found = (await codes()).filter(Boolean);
				assert.equal(found.length, 40);
				assert.equal(new Set(found).size, 40);
				assert.equal((await table.rows()).length, 40 + 6);
			},
			true,
		),
		check('matches by another field, whatever its punctuation', async () => {
			const phone = String(customers.at(2)?.Phone).replaceAll(' ', '-');
			await table.fill([contact(2, { email: null, phone }), contact(3, { email: null })]);
			assertSuccess(await run(real({ matchBy: 'phone' })));
			assert.deepEqual(await codes(), [code(2), code(3)]);
		}),
		check('finds the fields that a CRM returns one level down', async () => {
			await table.fill([contact(2), contact(3, { code: code(3) })]);
			assertSuccess(await run(oneLevelDown(real())));
			assert.deepEqual(await codes(), [code(2), code(3)]);
		}),
	];
}

function matchesOf(execution: Execution) {
	return outputOf(execution, 'Who is who?');
}
