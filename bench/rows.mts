import { GROWTH_CONTENDERS, SPEED_CONTENDERS, speedUpOf, type Results } from './results.mts';

/** A row for each speed figure, with its time and its speed relative to the HTTP Request node. */
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

/** A row for each contender and list length, with its time and peak memory. */
export function growthRows({ growth }: Results) {
	return growth.map(({ contender, records, milliseconds, memoryPeak }) => ({
		...GROWTH_CONTENDERS[contender],
		customers: records,
		seconds: milliseconds.median / 1000,
		MB: memoryPeak.median / 1e6,
	}));
}
