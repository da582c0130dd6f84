import { expect, it } from 'vitest';

import { everyField, identityBy } from '../../../nodes/CustomerData/paging/identity';
import { Tail } from '../../../nodes/CustomerData/paging/tail';

const records = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({ id: from + index }));

it('keeps as many records as it has to, and frees the others', () => {
	const tail = new Tail(identityBy(everyField), 10);
	for (let page = 0; page < 10; page++) tail.append(records(page * 50, page * 50 + 50));
	expect(tail.count).toBe(500);
	expect(tail.isContinuedBy(records(490, 540), 10)).toBe(true);
	expect(tail.findIn(records(440, 480))).toBeUndefined();
});
