import { AT_A_TIME, CONTENDERS, type Contender } from './contenders.mts';
import type { Measurement, Results } from './results.mts';

/** How many times the time of the other ours may take at a latency; without one, the memory. */
interface Target {
	ours: Contender;
	other: Contender;
	bound: number;
	latency?: number;
}

/** The longest list, whose memory counts. */
const LONGEST = 200_000;

const TARGETS: Target[] = [
	{ ours: 'parallel1', other: 'httpRequest', bound: 1.1, latency: 0 },
	{ ours: 'parallel4', other: 'httpRequest', bound: 1, latency: 0 },
	...[20, 100].flatMap((latency): Target[] => [
		{ ours: 'parallel4', other: 'httpRequest', bound: 1 / 3, latency },
		{ ours: 'parallel16', other: 'httpRequest', bound: 1 / 9, latency },
	]),
	...[0, 20, 100].flatMap((latency) =>
		AT_A_TIME.map((requests): Target => {
			const bound = latency === 0 ? 1.3 : requests === 16 ? 1.15 : 1.1;
			return { ours: `parallel${requests}`, other: `requestHelper${requests}`, bound, latency };
		}),
	),
	{ ours: 'parallel4', other: 'httpRequest', bound: 1 },
	{ ours: 'parallel4', other: 'httpRequestSplit', bound: 1 },
];

/** Checks the targets for which both figures were measured. */
export function checkTargets({ speed, growth }: Pick<Results, 'speed' | 'growth'>) {
	return TARGETS.map(({ ours, other, bound, latency }) => {
		const median = (contender: Contender) => {
			const own = (one: Measurement) => one.contender === contender;
			return latency === undefined
				? growth.find((one) => own(one) && one.records === LONGEST)?.memoryPeak?.median
				: speed.find((one) => own(one) && one.latency === latency)?.milliseconds.median;
		};
		const ratio = (median(ours) ?? NaN) / (median(other) ?? NaN);
		return {
			target: `${CONTENDERS[ours].label} (${CONTENDERS[other].label} = 1)`,
			at: latency === undefined ? `memory, ${LONGEST} records` : `time, ${latency} ms`,
			ratio,
			bound,
			reached: ratio <= bound,
		};
	}).filter(({ ratio }) => !Number.isNaN(ratio));
}
