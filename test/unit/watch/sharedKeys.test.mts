import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type LookAt, refuseSharedKeys } from '../../../nodes/CustomerData/watch/sharedKeys';
import type { Sighting } from '../../../nodes/CustomerData/watch/sightings';

const at = (offset: number, hash: string): Sighting => ({
	key: '"x"',
	hash,
	content: hash,
	offset,
});

/** A list whose pages hold so many records, with the key at some offsets. */
function pages(holders: Map<number, string>, size: number): LookAt {
	return async (offset) =>
		Array.from({ length: size }, (_, index) => {
			const hash = holders.get(offset + index);
			return {
				key: hash === undefined ? undefined : '"x"',
				content: hash ?? '',
				offset: offset + index,
			};
		});
}

describe('a key that comes twice', () => {
	it('is refused wherever its two records stand, whatever the size of the pages', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.nat({ max: 500 }), { minLength: 2, maxLength: 2 }),
				fc.integer({ min: 1, max: 50 }),
				async (offsets, size) => {
					const [one = 0, other = 0] = offsets.sort((a, b) => a - b);
					const holders = new Map([
						[one, 'hash 1'],
						[other, 'hash 2'],
					]);
					const pair: [Sighting, Sighting] = [at(one, 'hash 1'), at(other, 'hash 2')];
					await expect(refuseSharedKeys([pair], pages(holders, size), 'Email')).rejects.toThrow(
						`'Email' does not identify a record: two different records, at offsets ${one} and ${other}, share "x"`,
					);
				},
			),
		);
	});

	it('is accepted when the record stands in one place by now', async () => {
		for (const place of [10, 120]) {
			const holders = new Map([[place, 'hash 2']]);
			const pair: [Sighting, Sighting] = [at(10, 'hash 1'), at(120, 'hash 2')];
			await refuseSharedKeys([pair], pages(holders, 50), 'Email');
		}
	});

	it('is accepted when the record moves on while it is looked for', async () => {
		const moments = [new Map([[10, 'hash 1']]), new Map([[120, 'hash 2']])];
		let looks = 0;
		const lookAt: LookAt = async (offset) =>
			await pages(moments[Math.min(looks++, 1)] ?? new Map(), 50)(offset);
		await refuseSharedKeys([[at(10, 'hash 1'), at(120, 'hash 2')]], lookAt, 'Email');
	});

	it('is accepted when both records turn out to be equal', async () => {
		const holders = new Map([
			[10, 'hash 1'],
			[120, 'hash 1'],
		]);
		await refuseSharedKeys([[at(10, 'hash 1'), at(120, 'hash 2')]], pages(holders, 50), 'Email');
	});

	it('is looked at for a hundred pairs at most', async () => {
		let looks = 0;
		const lookAt: LookAt = async () => {
			looks += 1;
			return [];
		};
		const pairs = Array.from({ length: 300 }, (_, index): [Sighting, Sighting] => [
			at(index, 'hash 1'),
			at(1_000 + index, 'hash 2'),
		]);
		await refuseSharedKeys(pairs, lookAt, 'Email');
		expect(looks).toBe(200);
	});
});
