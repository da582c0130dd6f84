import { describe, expect, it } from 'vitest';

import { figure, type SpeedContender } from '../../bench/results.mts';
import { checkTargets } from '../../bench/targets.mts';

/** The time of a contender in milliseconds, at a latency of 20 ms. */
type Time = [contender: SpeedContender, milliseconds: number];

function targetsFor(...times: Time[]) {
	const speed = times.map(([contender, milliseconds]) => ({
		contender,
		latency: 20,
		records: 10_000,
		milliseconds: figure([milliseconds]),
	}));
	return checkTargets({ n8n: '2.41.1', node: 'v24.21.0', cores: 2, speed, growth: [] });
}

describe('the targets of the benchmark', () => {
	it.each([
		{ requests: 1, bound: 1.1 },
		{ requests: 4, bound: 1.1 },
		{ requests: 8, bound: 1.1 },
		{ requests: 16, bound: 1.15 },
	] as const)(
		"bound the default by n8n's request helper, $requests at a time",
		({ requests, bound }) => {
			const helper: Time = [`requestHelper${requests}`, 1000];
			const label = `20 ms: time, ${requests} at a time (request helper = 1)`;
			const target = (ratio: number, reached: boolean) => [
				{ label, ratio, bound: `≤ ${bound}`, reached },
			];
			expect(targetsFor(helper, [`parallel${requests}`, bound * 1000])).toEqual(
				target(bound, true),
			);
			expect(targetsFor(helper, [`parallel${requests}`, 1200])).toEqual(target(1.2, false));
		},
	);
});
