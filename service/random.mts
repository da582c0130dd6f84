import type { Randomizer } from '@faker-js/faker';

/**
 * mulberry32. Each record has its own seed, and seeding Faker's own generator with its long state
 * takes longer than making the record.
 */
export function quicklySeeded(): Randomizer {
	let state = 0;
	return {
		seed: (seed) => {
			state = [seed]
				.flat()
				.reduce((mixed, part) => Math.imul(mixed ^ part, 0x9e3779b1), 0x85ebca6b);
		},
		next: () => {
			state = (state + 0x6d2b79f5) | 0;
			let bits = Math.imul(state ^ (state >>> 15), state | 1);
			bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
			return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
		},
	};
}

/** Numbers from 0 up to 1, like those of `Math.random`, but the same in every run. */
export function seeded(seed: number): () => number {
	const dice = quicklySeeded();
	dice.seed(seed);
	return () => dice.next();
}
