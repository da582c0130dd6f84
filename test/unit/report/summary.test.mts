import { expect, it } from 'vitest';
import { removalOf, summaryOf, summaryText } from '../../../nodes/CustomerData/report/summary';
import { compareRows, type Comparing } from '../../support/comparing.mts';
import { listAndRowsIn } from '../../support/stories.mts';

async function summaryFor(given: string, comparing: Comparing = {}): Promise<string> {
	const { list, rows } = listAndRowsIn(given);
	const { compared, fates } = await compareRows(list, rows, comparing);
	return summaryText(summaryOf(compared, fates), removalOf({ ...compared.columns, removed: '' }));
}

it.each([
	['a1 b1 / a1 b1', '2 contacts compared with 2 records: nothing to create, update or remove'],
	['a1 / a2', '1 contact compared with 1 record: 1 to update (Name 1)'],
	['a1 / ', '0 contacts compared with 1 record: 1 to create'],
	[
		'a1 / a1 b1 _9',
		'3 contacts compared with 1 record: 1 to remove, 1 left alone without an identifier',
	],
	[
		'a1 b1 c1 / a2 b1! c2!',
		'3 contacts compared with 3 records: 3 to update (Name 2, marked as removed 2)',
	],
	[
		'A1 b1 _2 / A1 A2 b1',
		'3 contacts compared with 3 records: nothing to create, update or remove, 2 held back',
	],
])('says what was found: %s → %s', async (given, said) => {
	expect(await summaryFor(given)).toBe(said);
});

it('says how many records a condition leaves out, because nothing else shows it', async () => {
	const conditions = [{ field: 'Name', isNot: false, value: '1' }];
	expect(await summaryFor('a1 b2 c2 d1 / a1 d1', { conditions })).toBe(
		"2 contacts compared with 2 records (2 left out by 'Only Records With'): nothing to create, update or remove",
	);
});
