const SAMPLE_EVERY = 10;

/** By how much the resident memory of this process grows at most during the work, in bytes. */
export async function memoryPeakOf(work: () => Promise<void>): Promise<number> {
	globalThis.gc?.();
	const atRest = process.memoryUsage.rss();
	let peak = atRest;
	const sample = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage.rss());
	}, SAMPLE_EVERY);
	try {
		await work();
	} finally {
		clearInterval(sample);
	}
	return peak - atRest;
}
