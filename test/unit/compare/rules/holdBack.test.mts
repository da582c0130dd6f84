import { expect, it } from 'vitest';
import { withFate } from '../../../../nodes/CustomerData/compare/fates';
import { holdBack } from '../../../../nodes/CustomerData/compare/rules/holdBack';
import { userError } from '../../../../nodes/CustomerData/errors/userError';
import { compareRows } from '../../../support/comparing.mts';
import { listAndRowsIn } from '../../../support/stories.mts';

it('holds back the row, the record, or both, and leaves whoever is held as it is', async () => {
	const { list, rows } = listAndRowsIn('a1 b5 c3 / a2 x7 c3 c4');
	const maximums = { maxCreated: 100, maxRemovals: 100 };
	const { fates } = await compareRows(list, rows, { maximums });
	const say = () => userError('Why', 'What to do.');
	const all = holdBack(fates, () => [{ name: 'why', say }]);
	const [held] = withFate('held', fates);
	const others = withFate('held', all).filter((one) => one !== held);
	const keysIn = (some: Array<{ key?: string | undefined }>) =>
		some.map(({ key = '' }) => String(JSON.parse(key))).join();
	const members = others.map((one) => `rows ${keysIn(one.rows)}, records ${keysIn(one.records)}`);
	expect(members.sort()).toEqual(['rows , records b', 'rows a, records a', 'rows x, records ']);
	expect(all).toContain(held);
	expect(all).toHaveLength(fates.length);
	expect(holdBack(fates, () => [])).toEqual(expect.arrayContaining(fates));
});
