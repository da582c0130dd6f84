import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { figure, type Figure, type Measurement, type Results } from '../../bench/results.mts';
import { checkTargets } from '../../bench/targets.mts';

const stored: Results = JSON.parse(readFileSync('bench/results.json', 'utf8'));

/** The stored figures, had this package taken so many times as much time and memory. */
function times(factor: number): Results {
	const changed = ({ median }: Figure) => figure([factor * median]);
	const change = (one: Measurement): Measurement => {
		if (!one.contender.startsWith('parallel')) return one;
		const { milliseconds, memoryPeak } = one;
		const memory = memoryPeak && { memoryPeak: changed(memoryPeak) };
		return { ...one, milliseconds: changed(milliseconds), ...memory };
	};
	const { speed, growth } = stored;
	return { ...stored, speed: speed.map(change), growth: growth.map(change) };
}

describe('the targets of the benchmark', () => {
	it.each([
		{ factor: 0.1, reached: true, verb: 'reached' },
		{ factor: 10, reached: false, verb: 'missed' },
	])('are all $verb when this package takes $factor times as much', ({ factor, reached }) => {
		const targets = checkTargets(times(factor));
		expect(targets.map((target) => target.reached)).toEqual(Array(22).fill(reached));
	});
});
