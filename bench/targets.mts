import { AT_A_TIME, CONTENDERS, type Contender } from './contenders.mts';
import type { Measurement, Results } from './results.mts';

/** How this package should compare: as fast at least, or taking as much time or memory at most. */
interface Target {
	figure: 'speed' | 'time' | 'memory';
	latency?: number;
	ours: Contender;
	other: Contender;
	bound: number;
}

/** The longest list, whose memory counts. */
const LONGEST = 200_000;

const TARGETS: Target[] = [
	{ figure: 'speed', latency: 0, ours: 'parallel1', other: 'httpRequest', bound: 0.9 },
	{ figure: 'speed', latency: 0, ours: 'parallel4', other: 'httpRequest', bound: 1 },
	...[20, 100].flatMap((latency): Target[] => [
		{ figure: 'speed', latency, ours: 'parallel4', other: 'httpRequest', bound: 3 },
		{ figure: 'speed', latency, ours: 'parallel16', other: 'httpRequest', bound: 9 },
		{ figure: 'time', latency, ours: 'parallel8', other: 'bareClient8', bound: 1.3 },
	]),
	...[0, 20, 100].flatMap((latency) =>
		AT_A_TIME.map((requests): Target => {
			const bound = latency === 0 ? 1.3 : requests === 16 ? 1.15 : 1.1;
			const pair = { ours: `parallel${requests}`, other: `requestHelper${requests}` } as const;
			return { figure: 'time', latency, ...pair, bound };
		}),
	),
	{ figure: 'memory', ours: 'parallel4', other: 'httpRequest', bound: 1 },
	{ figure: 'memory', ours: 'parallel4', other: 'httpRequestSplit', bound: 1 },
];

/** Checks the targets for which both figures were measured. */
export function checkTargets({ speed, growth }: Results) {
	return TARGETS.map(({ figure, latency, ours, other, bound }) => {
		const median = (contender: Contender) => {
			const own = (one: Measurement) => one.contender === contender;
			return figure === 'memory'
				? growth.find((one) => own(one) && one.records === LONGEST)?.memoryPeak?.median
				: speed.find((one) => own(one) && one.latency === latency)?.milliseconds.median;
		};
		const taken = (median(ours) ?? NaN) / (median(other) ?? NaN);
		const [ratio, sign] = figure === 'speed' ? [1 / taken, '≥'] : [taken, '≤'];
		return {
			target: `${CONTENDERS[ours].label}: ${figure} (${CONTENDERS[other].label} = 1)`,
			at: latency === undefined ? `${LONGEST} records` : `${latency} ms`,
			ratio,
			bound: `${sign} ${bound}`,
			reached: figure === 'speed' ? ratio >= bound : ratio <= bound,
		};
	}).filter(({ ratio }) => !Number.isNaN(ratio));
}
