import assert from 'node:assert/strict';
import { describe } from 'vitest';
import { test } from './crm.mts';
import { expectedIn } from './inStep.mts';
import { withOddFields, withOddNames, withPlainNames } from './oddNames.mts';
import type { CrmScene } from './scene.mts';
import { ODD_NAMES } from './target.mts';
import { withText } from './withText.mts';

/** The pair of the city, as text in a drawing. */
const CITY = /\{"field":"City","value":"[^"]*"\},/;

/**
 * Whatever the service makes of its records between two executions, nobody is lost, doubled or changed unasked. Singer
 * tests what its streams are written to with the same cases.
 */
describe.each(['Data Table', 'NocoDB', 'PostgreSQL or Supabase'])('Keep %s in step', (name) => {
	test.override('crm', async ({ take }) => withPlainNames(await take(name)));

	test('names a changed code, whose row stays until it is corrected', async ({ scene, inStep }) => {
		await inStep.fillBeside();
		const before = expectedIn(scene);
		scene.change(59, { Code: 'NEW' });
		assert.match(await scene.messageOf(inStep.example), /"NEW" as "C000060"/);
		await inStep.assertRows(before);
		await inStep.fillBeside();
		await inStep.assertInStep([]);
	});

	test('gives each code its customer where two swap theirs', async ({ scene, inStep }) => {
		await inStep.fillBeside();
		const [one, other] = [scene.codeOf(10), scene.codeOf(11)];
		scene.change(10, { Code: other });
		scene.change(11, { Code: one });
		await inStep.assertInStep([`updated ${one}`, `updated ${other}`]);
	});

	test('ignores a new field until it is dragged, and stops where a dragged one is gone', async ({
		scene,
		inStep,
	}) => {
		const { changeAll, messageOf } = scene;
		const isFilled = (index: number) => index % 3 === 0;
		changeAll(() => ({ City: undefined }));
		await inStep.fillBeside();
		const before = expectedIn(scene);
		changeAll((_, index) => ({ City: isFilled(index) ? `Town ${index}` : null }));
		const undragged = withText(inStep.example, (text) => text.replace(CITY, ''));
		await inStep.assertInStep([], before, undragged);
		await inStep.assertInStep(all('updated', scene, isFilled));
		const filled = expectedIn(scene);
		changeAll(() => ({ City: undefined }));
		assert.match(
			await messageOf(inStep.example),
			/^What differs\? says: No record has a value in '.*City'/,
		);
		await inStep.assertRows(filled);
	});

	test('takes names with dots, spaces, brackets and emoji', async ({ scene, crm, inStep }) => {
		await crm.fill([]);
		const [first = {}, ...others] = expectedIn(scene);
		const created = all('created', scene);
		scene.changeAll(withOddFields);
		const odd = (text: string) => withOddNames(text, crm.hasOddNames);
		await inStep.assertInStep(created, [first, ...others], withText(inStep.filling, odd));
		scene.change(0, { [ODD_NAMES.city ?? '']: 'Ulm' });
		const changed = [{ ...first, city: 'Ulm' }, ...others];
		await inStep.assertInStep(['updated 000042'], changed, withText(inStep.example, odd));
	});

	test('takes a number that turns into text for the same', async ({ scene, inStep }) => {
		const { change, changeAll } = scene;
		changeAll((_, index) => {
			const number = 1000 + index;
			return { Code: number, Phone: number, CreditLimit: number + 0.5 };
		});
		const before = expectedIn(scene);
		await inStep.fillBeside(before);
		await inStep.assertInStep([], before);
		changeAll(({ Code, Phone, CreditLimit }) => {
			return { Code: String(Code), Phone: String(Phone), CreditLimit: `${String(CreditLimit)}0` };
		});
		await inStep.assertInStep([], before);
		change(7, { Phone: '0049', CreditLimit: '77.5' });
		const changed = { phone: '0049', creditLimit: 77.5 };
		await inStep.assertInStep(
			['updated 1007'],
			before.map((row) => (row.code === '1007' ? { ...row, ...changed } : row)),
		);
	});
});

/** This event for each of the customers that are wanted. */
function all(kind: string, { codeOf }: CrmScene, isWanted = (_index: number) => true): string[] {
	return [...Array(60).keys()].filter(isWanted).map((index) => `${kind} ${codeOf(index)}`);
}
