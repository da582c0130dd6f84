import {
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
	bound: { atLeast: number } | { atMost: number };
	reached: boolean;
}

/** All of which both figures were measured. */
export function checkTargets(results: Results): Target[] {
	const time = (contender: SpeedContender, latency: number) =>
		speedOf(results, contender, latency)?.milliseconds.median ?? NaN;
	const peak = (contender: GrowthContender) =>
		growthOf(results, contender, 200_000)?.memoryPeak.median ?? NaN;
	const faster = (what: string, contender: SpeedContender, latency: number, atLeast: number) =>
		target(
			`${latency} ms: speed of ${what}, HTTP Request node = 1`,
			time('httpRequest', latency) / time(contender, latency),
			{ atLeast },
		);
	const leaner = (what: string, contender: GrowthContender) =>
		target(
			`200,000 records: peak memory of the default, ${what} = 1`,
			peak('parallel4') / peak(contender),
			{ atMost: 1 },
		);

	return [
		faster('1 at a time', 'parallel1', 0, 0.9),
		faster('the default', 'parallel4', 0, 1),
		...[20, 100].flatMap((latency) => [
			faster('the default', 'parallel4', latency, 3),
			faster('16', 'parallel16', latency, 9),
			target(
				`${latency} ms: time of 8, bare client = 1`,
				time('parallel8', latency) / time('bareClient8', latency),
				{ atMost: 1.3 },
			),
		]),
		leaner('HTTP Request node', 'httpRequest'),
		leaner('HTTP Request node and Split Out', 'httpRequestSplit'),
	].filter(({ ratio }) => !Number.isNaN(ratio));
}

function target(what: string, ratio: number, bound: Target['bound']): Target {
	const reached = 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
	return { what, ratio, bound, reached };
}
