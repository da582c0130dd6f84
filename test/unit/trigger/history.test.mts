import { beforeEach, expect, it } from 'vitest';

import { RecordList } from '../../../service/recordList.mts';
import { History } from '../../trigger/history.mts';

let time: number;
let list: RecordList;
let history: History;

beforeEach(() => {
	time = 10;
	list = new RecordList((index) => ({ Code: `C${index}` }), 3);
	history = new History(list, () => time);
});

it('knows since when a record is gone', () => {
	list.remove(1);
	expect(history.wasThere('C1', 0, 10)).toBe(true);
	expect(history.wasThere('C1', 0, 11)).toBe(false);
	expect(list.page(0, 9)).toEqual([{ Code: 'C0' }, { Code: 'C2' }]);
});

it('knows that a record was away, although it came back', () => {
	const record = list.at(1) ?? {};
	list.remove(1);
	time = 20;
	list.insert(record);
	expect(history.wasThere('C1', 0, 20)).toBe(false);
	expect(history.wasThere('C1', 15, 30)).toBe(false);
	expect(history.wasThere('C1', 20, 30)).toBe(true);
});

it('sees that a record that moves stays', () => {
	list.move(0, 2);
	expect(history.wasThere('C0', 0, 20)).toBe(true);
	expect(list.at(2)).toEqual({ Code: 'C0' });
});
