/** What is measured, and how often. */
export interface Plan {
	/** How often each figure is measured. The median counts. */
	repetitions: number;
	speed: {
		records: number;
		/** Milliseconds before each response of the service. */
		latencies: number[];
	};
	growth: {
		/** The lengths of the lists, in records. */
		sizes: number[];
		latency: number;
	};
}

export const FULL: Plan = {
	repetitions: 5,
	speed: { records: 10_000, latencies: [0, 20, 100] },
	growth: { sizes: [1_000, 10_000, 50_000, 200_000], latency: 0 },
};

/** A smoke test: too little to draw conclusions from. */
export const QUICK: Plan = {
	repetitions: 1,
	speed: { records: 10_000, latencies: [0, 20] },
	growth: { sizes: [1_000, 10_000], latency: 0 },
};
