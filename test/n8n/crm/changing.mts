import assert from 'node:assert/strict';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Check } from '../../../harness/script/checks.mts';
import { FIELDS } from '../../../harness/workflow/rows.mts';
import { beginInStep, expectedIn } from './inStep.mts';
import { checksOf, renamed, withNames, withText, type Scene } from './scene.mts';
import { ODD_NAMES, type Target } from './target.mts';

/** The pair and the boxes of the city, as text in a drawing. */
const CITY = /\{"field":"City","value":"[^"]*"\},|"city":"=\{\{ \$json\.City \}\}",/g;

/** The customer's fields that get an odd name. */
const ODD_FIELDS = {
	Code: 'Kunden-Nr. [1]',
	...Object.fromEntries(
		Object.entries(ODD_NAMES).map(([column, name]) => [FIELDS[column] ?? '', name]),
	),
};

/**
 * Whatever the service makes of its records between two executions, nobody is lost, doubled or changed unasked. Singer
 * tests what its streams are written to with the same cases.
 */
export function changing(scene: Scene, name: string, start: () => Promise<Target>): Check[] {
	const { change, changeAll, codeOf, messageOf } = scene;
	const expected = () => expectedIn(scene);
	const begin = beginInStep(scene, async () => withPlainNames(await start()));
	const codes = (kind: string, wanted = (_index: number) => true) =>
		[...Array(60).keys()].filter(wanted).map((index) => `${kind} ${codeOf(index)}`);

	return checksOf(`Keep ${name} in step`, begin, {
		async 'names a code that changed, and leaves its row alone until somebody corrects it'(crm) {
			await crm.fillBeside();
			const before = expected();
			change(59, { Code: 'NEW' });
			assert.match(await messageOf(crm.example), /"NEW" as "C000060"/);
			await crm.assertRows(before);
			await crm.fillBeside();
			await crm.assertInStep([]);
		},
		async 'gives each code its customer where two swap theirs'(crm) {
			await crm.fillBeside();
			const [one, other] = [codeOf(10), codeOf(11)];
			change(10, { Code: other });
			change(11, { Code: one });
			await crm.assertInStep([`updated ${one}`, `updated ${other}`]);
		},
		async 'ignores a new field until it is dragged, and stops where a dragged one is gone'(crm) {
			const isFilled = (index: number) => index % 3 === 0;
			changeAll(() => ({ City: undefined }));
			await crm.fillBeside();
			const before = expected();
			changeAll((_, index) => ({ City: isFilled(index) ? `Town ${index}` : null }));
			const undragged = withText(crm.example, (text) => text.replaceAll(CITY, ''));
			await crm.assertInStep([], before, undragged);
			await crm.assertInStep(codes('updated', isFilled));
			const filled = expected();
			changeAll(() => ({ City: undefined }));
			assert.match(await messageOf(crm.example), /^No record has a value in '.*City'/);
			await crm.assertRows(filled);
		},
		async 'takes names with dots, spaces, brackets and emoji'({ hasOddNames, ...crm }) {
			await crm.fill([]);
			const [first = {}, ...others] = expected();
			const created = codes('created');
			changeAll((customer) => withNames(customer, ODD_FIELDS));
			const odd = (text: string) => {
				const ofService = renamed(text, ODD_FIELDS);
				return hasOddNames ? renamed(withOddPaths(ofService), ODD_NAMES) : ofService;
			};
			await crm.assertInStep(created, [first, ...others], withText(crm.filling, odd));
			change(0, { [ODD_NAMES.city ?? '']: 'Ulm' });
			const changed = [{ ...first, city: 'Ulm' }, ...others];
			await crm.assertInStep(['updated 000042'], changed, withText(crm.example, odd));
		},
		async 'takes a number that turns into text for the same'(crm) {
			changeAll((_, index) => {
				const number = 1000 + index;
				return { Code: number, Phone: number, CreditLimit: number + 0.5 };
			});
			const before = expected().map((row): Row => ({ ...row, phone: String(row.phone) }));
			await crm.fillBeside(before);
			await crm.assertInStep([], before);
			changeAll(({ Code, Phone, CreditLimit }) => {
				return { Code: String(Code), Phone: String(Phone), CreditLimit: `${String(CreditLimit)}0` };
			});
			await crm.assertInStep([], before);
			change(7, { Phone: '0049', CreditLimit: '77.5' });
			const changed = { phone: '0049', creditLimit: 77.5 };
			await crm.assertInStep(
				['updated 1007'],
				before.map((row) => (row.code === '1007' ? { ...row, ...changed } : row)),
			);
		},
	});
}

/** With the CRM's columns of odd names, as n8n writes them when they are dragged into Compare. */
function withOddPaths(parameters: string): string {
	return Object.entries(ODD_NAMES).reduce(
		(text, [column, name]) =>
			text.replace(new RegExp(`"value":"(fields)?\\.?${column}"`), `"value":"$1['${name}']"`),
		parameters,
	);
}

/** The CRM with its rows under the plain names again, where they are under the odd ones. */
function withPlainNames(target: Target): Target {
	const plain = (row: Row) => {
		const all = Object.entries(ODD_NAMES);
		return {
			...row,
			...Object.fromEntries(all.map(([column, name]) => [column, row[column] ?? row[name]])),
		};
	};
	return { ...target, rows: async () => (await target.rows()).map(plain) };
}
