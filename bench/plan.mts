/** What is measured, and how often. */
export interface Plan {
	/** Of every figure; its median counts. */
	repetitions: number;
	speed: {
		records: number;
		/** Milliseconds that every answer of the service takes. */
		latencies: number[];
	};
	growth: {
		/** Numbers of records. */
		sizes: number[];
		latency: number;
	};
}

export const FULL: Plan = {
	repetitions: 5,
	speed: { records: 10_000, latencies: [0, 20, 100] },
	growth: { sizes: [1_000, 10_000, 50_000, 200_000], latency: 0 },
};

/** To see whether it works: too little to judge by. */
export const QUICK: Plan = {
	repetitions: 1,
	speed: { records: 10_000, latencies: [0, 20] },
	growth: { sizes: [1_000, 10_000], latency: 0 },
};
