import {
	speedUpOf,
	timeOf,
	type GrowthContender,
	type Results,
	type SpeedContender,
} from './results.mts';

/** A ratio of two medians, and the bound it must meet. */
export interface Target {
	label: string;
	ratio: number;
	bound: string;
	reached: boolean;
}

/** Checks the targets for which both figures were measured. */
export function checkTargets(results: Results): Target[] {
	const timeRatio = (contender: SpeedContender, other: SpeedContender, ms: number) =>
		timeOf(results, contender, ms) / timeOf(results, other, ms);
	const faster = (what: string, contender: SpeedContender, ms: number, bound: number) => {
		const ratio = speedUpOf(results, contender, ms);
		return target(`${ms} ms: speed, ${what} (HTTP Request node = 1)`, ratio, '≥', bound);
	};
	const close = (ms: number) => {
		const ratio = timeRatio('parallel8', 'bareClient8', ms);
		return target(`${ms} ms: time, 8 at a time (bare client = 1)`, ratio, '≤', 1.3);
	};
	const overhead = (ms: number, requests: 1 | 4 | 8 | 16, bound: number) => {
		const ratio = timeRatio(`parallel${requests}`, `requestHelper${requests}`, ms);
		return target(`${ms} ms: time, ${requests} at a time (request helper = 1)`, ratio, '≤', bound);
	};
	const leaner = (what: string, contender: GrowthContender) => {
		const ratio = peak(results, 'parallel4') / peak(results, contender);
		return target(`200,000 records: peak memory, 4 at a time (${what} = 1)`, ratio, '≤', 1);
	};

	return [
		faster('1 at a time', 'parallel1', 0, 0.9),
		faster('4 at a time', 'parallel4', 0, 1),
		...[20, 100].flatMap((latency) => [
			faster('4 at a time', 'parallel4', latency, 3),
			faster('16 at a time', 'parallel16', latency, 9),
			close(latency),
		]),
		...([1, 4, 8, 16] as const).flatMap((requests) => [
			overhead(0, requests, 1.3),
			...[20, 100].map((latency) => overhead(latency, requests, requests === 16 ? 1.15 : 1.1)),
		]),
		leaner('HTTP Request node', 'httpRequest'),
		leaner('HTTP Request node and Split Out', 'httpRequestSplit'),
	].filter(({ ratio }) => !Number.isNaN(ratio));
}

function peak({ growth }: Results, contender: GrowthContender): number {
	const own = growth.find((one) => one.contender === contender && one.records === 200_000);
	return own?.memoryPeak.median ?? NaN;
}

function target(label: string, ratio: number, sign: '≥' | '≤', bound: number): Target {
	const reached = sign === '≥' ? ratio >= bound : ratio <= bound;
	return { label, ratio, bound: `${sign} ${bound}`, reached };
}
