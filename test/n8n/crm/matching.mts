import assert from 'node:assert/strict';
import { assertSuccess } from '../../../harness/n8n/execution.mts';
import type { Check } from '../../../harness/script/checks.mts';
import { readExample, withNodes } from '../../../harness/workflow/examples.mts';
import { coded } from './odd.mts';
import { assertNames, checksOf, quick, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('match-the-crm-first.json');
const KEEPING = readExample('keep-the-crm-in-step.json');

/** Contacts that are in the CRM already are found, and not doubled. */
export function matching(
	{ begin, change, codeOf, customers, messageOf, run }: Scene,
	table: Target,
): Check[] {
	const contact = (index: number, fields = {}) => {
		const { Name, Email, Phone } = customers.at(index) ?? {};
		return { company: Name, email: Email, phone: Phone, ...fields };
	};
	const idsAndCodes = async () => (await table.rows()).map(({ id, code }) => [id, code]);
	const codes = async () => (await table.rows()).map(({ code }) => code);
	const email = (index: number) => String(customers.at(index)?.Email);

	return checksOf('Match', async () => begin(40), {
		'writes the code into those that match one customer, and names whom it leaves': quick(
			async () => {
				change(5, { Email: email(6) });
				const shouted = email(0).toUpperCase();
				await table.fill([
					contact(0, { email: shouted }),
					...[1, 5, 8, 8].map((index) => contact(index)),
					contact(9, { code: codeOf(9), companyId: '1' }),
					{ company: 'Somebody else', email: 'else@example.com' },
					{ company: 'Without an address' },
				]);
				for (const _ of ['first', 'second']) {
					assertNames(
						await messageOf(EXAMPLE),
						`'Email' does not identify a record: records 6 and 7 in the list differ, but share "${email(6)}"`,
						`2 input items share the identifier "${email(8)}"`,
						`An input item has "${shouted}", but the list has "${email(0)}"`,
					);
					const left = [null, codeOf(1), null, null, null, codeOf(9), null, null];
					assert.deepEqual(await codes(), left);
				}
			},
		),
		async 'lets Keep the CRM in step find everyone, and double nobody'() {
			const indexes = [...Array(40).keys()];
			await table.fill(indexes.map((index) => contact(index)));
			assertSuccess(await run(EXAMPLE));
			const before = await idsAndCodes();
			assert.deepEqual(await codes(), indexes.map(codeOf));
			assertSuccess(await run(KEEPING));
			assert.deepEqual(await idsAndCodes(), before);
		},
		async 'names all that is left at once, and writes the others'() {
			change(5, { Email: email(6) });
			await table.fill([
				contact(1),
				contact(2, { code: 'OTHER' }),
				contact(3),
				{ company: 'Elsewhere', code: codeOf(3) },
				...[5, 8, 8].map((index) => contact(index)),
			]);
			const message = await messageOf(EXAMPLE);
			assertNames(message, codeOf(2), codeOf(3), `share "${email(6)}"`, `identifier "${email(8)}"`);
			assert.deepEqual(await codes(), [codeOf(1), 'OTHER', null, codeOf(3), null, null, null]);
		},
		async 'names whom the CRM refuses beside the others'() {
			await table.fill([contact(1), contact(2, { code: 'OTHER' }), contact(3)]);
			const code = `if ($json.Code === '${codeOf(1)}') throw new Error('Refused'); return $json;`;
			const refusing = coded(code, 'runOnceForEachItem');
			const message = await messageOf(withNodes(EXAMPLE, { 'Write the code': refusing }));
			assert.equal(message, `By hand: ${codeOf(1)}: Refused [line 1]; ${codeOf(2)}`);
		},
		async 'names a contact that has another code, and leaves it alone'() {
			await table.fill([contact(2, { code: 'OTHER' }), contact(3, { code: ' ' }), contact(4)]);
			assert.equal(await messageOf(EXAMPLE), `By hand: ${codeOf(2)}`);
			assert.deepEqual(await codes(), ['OTHER', codeOf(3), codeOf(4)]);
		},
		async 'writes no code into a second contact'() {
			await table.fill([contact(2), { company: 'Elsewhere', code: codeOf(2) }, contact(4)]);
			assert.equal(await messageOf(EXAMPLE), `By hand: ${codeOf(2)}`);
			assert.deepEqual(await codes(), [null, codeOf(2), codeOf(4)]);
		},
	});
}
