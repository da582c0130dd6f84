import {
	GROWTH_CONTENDERS,
	growthOf,
	speedOf,
	type GrowthContender,
	type Results,
	type SpeedContender,
} from './results.mts';

/** A ratio of two medians, and what it has to be. */
export interface Target {
	what: string;
	ratio: number;
	bound: string;
	reached: boolean;
}

/** All of which both figures were measured. */
export function checkTargets(results: Results): Target[] {
	const time = (contender: SpeedContender, latency: number) =>
		speedOf(results, contender, latency)?.milliseconds.median ?? NaN;
	const peak = (contender: GrowthContender) =>
		growthOf(results, contender, 200_000)?.memoryPeak.median ?? NaN;
	const speed = (contender: SpeedContender, latency: number) =>
		time('httpRequest', latency) / time(contender, latency);
	const ofPeer = 'HTTP Request node = 1';

	return [
		target(`0 ms: speed of 1 at a time, ${ofPeer}`, speed('parallel1', 0), '≥', 0.9),
		target(`0 ms: speed of the default, ${ofPeer}`, speed('parallel4', 0), '≥', 1),
		...[20, 100].flatMap((ms) => [
			target(`${ms} ms: speed of the default, ${ofPeer}`, speed('parallel4', ms), '≥', 3),
			target(`${ms} ms: speed of 16, ${ofPeer}`, speed('parallel16', ms), '≥', 9),
			target(
				`${ms} ms: time of 8, bare client = 1`,
				time('parallel8', ms) / time('bareClient8', ms),
				'≤',
				1.3,
			),
		]),
		...(['httpRequest', 'httpRequestSplit'] as const).map((contender) =>
			target(
				`200,000 records: peak memory of the default, ${GROWTH_CONTENDERS[contender].label} = 1`,
				peak('parallel4') / peak(contender),
				'≤',
				1,
			),
		),
	].filter(({ ratio }) => !Number.isNaN(ratio));
}

function target(what: string, ratio: number, sign: '≥' | '≤', bound: number): Target {
	const reached = sign === '≥' ? ratio >= bound : ratio <= bound;
	return { what, ratio, bound: `${sign} ${bound}`, reached };
}
