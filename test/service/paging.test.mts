import fc from 'fast-check';
import { expect, it } from 'vitest';

import { success } from '../../service/answer.mts';
import { pageOf } from '../../service/paging.mts';
import { RecordList } from '../../service/recordList.mts';

it('pages along x-page-next hold every record from the offset on once, in order', () => {
	fc.assert(
		fc.property(
			fc.nat(400),
			fc.integer({ min: 1, max: 50 }),
			fc.nat(450),
			(length, limit, start) => {
				const list = new RecordList((index) => ({ index }), length);
				const pages = Math.max(1, Math.ceil((length - start) / limit));
				for (let page = 0; page < pages; page++) {
					const offset = start + page * limit;
					const { headers, body } = pageOf(list, { offset, limit });
					const records = Math.max(0, Math.min(limit, length - offset));
					expect(body).toEqual(
						success(Array.from({ length: records }, (_, index) => ({ index: offset + index }))),
					);
					const isLast = page === pages - 1;
					expect(headers['x-page-more']).toBe(String(!isLast));
					expect(headers['x-page-next']).toBe(isLast ? undefined : String(offset + limit));
				}
			},
		),
	);
});
