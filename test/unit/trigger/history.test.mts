import { expect, it } from 'vitest';

import { RecordList } from '../../../service/recordList.mts';
import { History } from '../../trigger/history.mts';

it('knows when a record was away, and that one that moved was not', () => {
	let time = 10;
	const list = new RecordList((index) => ({ Code: index === 0 ? 'moved' : 'away' }), 2);
	const history = new History(list, () => time);
	list.move(0, 1);
	list.remove(0);
	time = 20;
	list.insert({ Code: 'away' });
	const stayed = (code: string) => [0, 10, 20].map((from) => history.stayed(code, from, from + 10));
	expect(stayed('moved')).toEqual([true, true, true]);
	expect(stayed('away')).toEqual([true, false, true]);
});
