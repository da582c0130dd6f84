import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RecordList } from '../../service/recordList.mts';
import type { DataRecord } from '../../service/records.mts';

const make = (index: number): DataRecord => ({ made: index });

interface Change {
	kind: 'insert' | 'upsert' | 'remove' | 'move';
	index: number;
	count: number;
}

const change = fc.record<Change>({
	kind: fc.constantFrom('insert', 'upsert', 'remove', 'move'),
	index: fc.nat(40),
	count: fc.integer({ min: 1, max: 5 }),
});

/** Makes the same change to a list and to a plain array. */
function apply({ kind, index, count }: Change, list: RecordList, model: DataRecord[]): void {
	const record = { changed: `${kind} ${index} ${count}` };
	if (kind === 'insert') {
		list.insert(record, index);
		model.splice(index, 0, record);
	} else if (kind === 'upsert') {
		list.upsert(index, record);
		model.splice(index, 1, record);
	} else if (kind === 'move') {
		list.move(index, count);
		model.splice(count, 0, ...model.splice(index, 1));
	} else {
		list.remove(index, count);
		model.splice(index, count);
	}
}

describe('a list', () => {
	it('has the same records as a plain array after any insertions, replacements, moves and removals', () => {
		fc.assert(
			fc.property(
				fc.nat(30),
				fc.array(change, { maxLength: 20 }),
				fc.nat(60),
				fc.nat(50),
				(length, changes, offset, limit) => {
					const list = new RecordList(make, length);
					const model = Array.from({ length }, (_, index) => make(index));
					for (const each of changes) apply(each, list, model);

					expect(list.length).toBe(model.length);
					expect(list.page(offset, limit)).toEqual(model.slice(offset, offset + limit));
					expect(list.at(offset)).toEqual(model[offset]);
				},
			),
		);
	});

	it('makes only the records of the page that is read, even in a list of ten million', () => {
		const made: number[] = [];
		const list = new RecordList((index) => {
			made.push(index);
			return {};
		}, 10_000_000);
		list.remove(0);
		list.page(5_000_000, 3);
		expect(made).toEqual([5_000_001, 5_000_002, 5_000_003]);
	});
});
