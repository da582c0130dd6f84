import { GROWTH_CONTENDERS, SPEED_CONTENDERS, speedUpOf, type Results } from './results.mts';

/** Seconds, and how many times as fast as the HTTP Request node that is. */
export function speedRows(results: Results) {
	return results.speed.map(({ contender, latency, milliseconds: { median } }) => {
		return {
			...SPEED_CONTENDERS[contender],
			latency,
			seconds: median / 1000,
			time: `${(median / 1000).toFixed(2)} s`,
			speedUp: `${speedUpOf(results, contender, latency).toFixed(1)} ×`,
		};
	});
}

/** Time and memory of each list. */
export function growthRows({ growth }: Results) {
	return growth.map(({ contender, records, milliseconds, memoryPeak }) => ({
		...GROWTH_CONTENDERS[contender],
		customers: records,
		seconds: milliseconds.median / 1000,
		MB: memoryPeak.median / 1e6,
	}));
}
