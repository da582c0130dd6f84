import assert from 'node:assert/strict';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { checksOf, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('match-the-crm-first.json');
const COPY = readExample('customers-to-crm.json');

/** Contacts that are in the CRM already are found, and not doubled. */
export function matching({ begin, change, customers, run }: Scene, table: Target): Check[] {
	const contact = (index: number, fields = {}) => {
		const { Name, Email, Phone } = customers.at(index) ?? {};
		return { company: Name, email: Email, phone: Phone, ...fields };
	};
	const idsAndCodes = async () => (await table.rows()).map(({ id, code }) => [id, code]);
	const codes = async () => (await idsAndCodes()).map(([, code]) => code);
	const code = (index: number) => customers.at(index)?.Code;
	const email = (index: number) => String(customers.at(index)?.Email);

	const check = checksOf('Match', async () => begin(40));

	return [
		check(
			'writes the code into those that match one customer, and names whom it leaves',
			async () => {
				change(5, { Email: email(6) });
				await table.fill([
					contact(0, { email: email(0).toUpperCase() }),
					contact(1),
					contact(5),
					contact(8),
					contact(8),
					contact(9, { code: code(9), companyId: '1' }),
					{ company: 'Somebody else', email: 'else@example.com' },
					{ company: 'Without an address' },
				]);
				for (const _ of ['first', 'second']) {
					const { error } = await run(EXAMPLE);
					for (const words of [
						`'Email' does not identify a record: records 6 and 7 in the list differ, but share "${email(6)}"`,
						`2 input items share the identifier "${email(8)}"`,
						`An input item has "${email(0).toUpperCase()}", but the list has "${email(0)}"`,
					]) {
						assert.ok(error?.message.includes(words), error?.message);
					}
					assert.deepEqual(await codes(), [
						...[null, code(1), null, null, null, code(9)],
						...[null, null],
					]);
				}
			},
			true,
		),
		check('lets the first copy find everyone, and double nobody', async () => {
			await table.fill(Array.from({ length: 40 }, (_, index) => contact(index)));
			assertSuccess(await run(EXAMPLE));
			const before = await idsAndCodes();
			assert.deepEqual(
				await codes(),
				Array.from({ length: 40 }, (_, index) => code(index)),
			);
			assertSuccess(await run(COPY));
			assert.deepEqual(await idsAndCodes(), before);
		}),
		check('names a contact that has another code, and leaves it alone', async () => {
			await table.fill([contact(2, { code: 'OTHER' }), contact(3, { code: ' ' }), contact(4)]);
			const { error } = await run(EXAMPLE);
			assert.equal(error?.message, `By hand: ${code(2)}`);
			assert.deepEqual(await codes(), ['OTHER', code(3), code(4)]);
		}),
		check('writes no code into a second contact', async () => {
			await table.fill([contact(2), { company: 'Elsewhere', code: code(2) }, contact(4)]);
			const { error } = await run(EXAMPLE);
			assert.equal(error?.message, `By hand: ${code(2)}`);
			assert.deepEqual(await codes(), [null, code(2), code(4)]);
		}),
	];
}
