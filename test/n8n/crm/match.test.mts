import assert from 'node:assert/strict';
import { describe } from 'vitest';
import { assertSuccess } from '../../../harness/n8n/execution.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import { readExample, withNodes } from '../../../harness/workflow/examples.mts';
import { QUICK } from '../../support/suite.mts';
import { assertNames } from './asserts.mts';
import { test } from './crm.mts';
import { coded } from './odd.mts';
import type { CrmScene } from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('match-the-crm-first.json');
const KEEPING = readExample('keep-the-crm-in-step.json');

/** Contacts that are in the CRM already are found, and not doubled. */
describe('Match the CRM first', () => {
	test('writes the code where one matches, and names the others', QUICK, async ({ scene, crm }) => {
		const { change, codeOf, codes, contact, email, messageOf } = begin(scene, crm);
		change(5, { Email: email(6) });
		const shouted = email(0).toUpperCase();
		await crm.fill([
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
	});

	test('lets Keep the CRM in step find everyone, and double nobody', async ({ scene, crm }) => {
		const { codeOf, codes, contact, run } = begin(scene, crm);
		const indexes = [...Array(40).keys()];
		const idsAndCodes = async () => (await crm.rows()).map(({ id, code }) => [id, code]);
		await crm.fill(indexes.map((index) => contact(index)));
		assertSuccess(await run(EXAMPLE));
		const before = await idsAndCodes();
		assert.deepEqual(await codes(), indexes.map(codeOf));
		assertSuccess(await run(KEEPING));
		assert.deepEqual(await idsAndCodes(), before);
	});

	test('names all that is left at once, and writes the others', async ({ scene, crm }) => {
		const { change, codeOf, codes, contact, email, messageOf } = begin(scene, crm);
		change(5, { Email: email(6) });
		await crm.fill([
			contact(1),
			contact(2, { code: 'OTHER' }),
			contact(3),
			{ company: 'Elsewhere', code: codeOf(3) },
			...[5, 8, 8].map((index) => contact(index)),
		]);
		const message = await messageOf(EXAMPLE);
		assertNames(message, codeOf(2), codeOf(3), `share "${email(6)}"`, `identifier "${email(8)}"`);
		const left = [codeOf(1), 'OTHER', null, codeOf(3), null, null, null];
		assert.deepEqual(await codes(), left);
	});

	test('names whom the CRM refuses beside the others', async ({ scene, crm }) => {
		const { codeOf, contact, messageOf } = begin(scene, crm);
		await crm.fill([contact(1), contact(2, { code: 'OTHER' }), contact(3)]);
		const code = `if ($json.Code === '${codeOf(1)}') throw new Error('Refused'); return $json;`;
		const refusing = coded(code, 'runOnceForEachItem');
		const message = await messageOf(withNodes(EXAMPLE, { 'Write the code': refusing }));
		assert.equal(message, `By hand: ${codeOf(1)}: Refused [line 1]; ${codeOf(2)}`);
	});

	test('names a contact that has another code, and leaves it alone', async ({ scene, crm }) => {
		const { codeOf, codes, contact, messageOf } = begin(scene, crm);
		await crm.fill([contact(2, { code: 'OTHER' }), contact(3, { code: ' ' }), contact(4)]);
		assert.equal(await messageOf(EXAMPLE), `By hand: ${codeOf(2)}`);
		assert.deepEqual(await codes(), ['OTHER', codeOf(3), codeOf(4)]);
	});

	test('writes no code into a second contact', async ({ scene, crm }) => {
		const { codeOf, codes, contact, messageOf } = begin(scene, crm);
		await crm.fill([contact(2), { company: 'Elsewhere', code: codeOf(2) }, contact(4)]);
		assert.equal(await messageOf(EXAMPLE), `By hand: ${codeOf(2)}`);
		assert.deepEqual(await codes(), [null, codeOf(2), codeOf(4)]);
	});
});

/** Begins with 40 customers, and a CRM of whatever contacts. */
function begin(scene: CrmScene, { rows }: Target) {
	scene.begin(40);
	const contact = (index: number, fields = {}): Row => {
		const { Name, Email, Phone } = scene.customers.at(index) ?? {};
		return { company: Name, email: Email, phone: Phone, ...fields };
	};
	const email = (index: number) => String(contact(index).email);
	const codes = async () => (await rows()).map(({ code }) => code);
	return { ...scene, contact, email, codes };
}
