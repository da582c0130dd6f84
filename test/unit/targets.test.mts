import { describe, expect, it } from 'vitest';

import { figure, type SpeedContender } from '../../bench/results.mts';
import { checkTargets } from '../../bench/targets.mts';

/** The time of a contender in milliseconds. */
type Time = [contender: SpeedContender, milliseconds: number];

function targetsFor(latency: number, ...times: Time[]) {
	const speed = times.map(([contender, milliseconds]) => ({
		contender,
		latency,
		records: 10_000,
		milliseconds: figure([milliseconds]),
	}));
	return checkTargets({ n8n: '2.41.1', node: 'v24.21.0', cores: 2, speed, growth: [] });
}

describe('the targets of the benchmark', () => {
	it.each([
		{ latency: 0, requests: 4, bound: 1.3 },
		{ latency: 0, requests: 16, bound: 1.3 },
		{ latency: 20, requests: 1, bound: 1.1 },
		{ latency: 20, requests: 8, bound: 1.1 },
		{ latency: 20, requests: 16, bound: 1.15 },
		{ latency: 100, requests: 4, bound: 1.1 },
	] as const)(
		"bound the node by n8n's request helper, $requests at a time at $latency ms",
		({ latency, requests, bound }) => {
			const helper: Time = [`requestHelper${requests}`, 1000];
			const label = `${latency} ms: time, ${requests} at a time (request helper = 1)`;
			const target = (ratio: number, reached: boolean) => [
				{ label, ratio, bound: `≤ ${bound}`, reached },
			];
			expect(targetsFor(latency, helper, [`parallel${requests}`, bound * 1000])).toEqual(
				target(bound, true),
			);
			expect(targetsFor(latency, helper, [`parallel${requests}`, 1400])).toEqual(
				target(1.4, false),
			);
		},
	);
});
