import type { ScriptTools } from '../harness/script/script.mts';
import { OVER_WORKERS, type Batches } from './batches.mts';
import { number } from './format.mts';
import { describeCores, measure, type Usage } from './usage.mts';

const LIST = { customers: 80_000, batchSize: 5_000, latency: 100 };

export interface Speed extends Usage<unknown> {
	workers: number;
	batchesAtOnce: number;
}

/** Copies a list from a slow service with the workers that there are. */
export async function measureSpeed(
	batches: Batches,
	batchesAtOnce: number,
	{ report }: ScriptTools,
): Promise<Speed> {
	const workers = batches.cluster.workers.length;
	report(
		`Copying ${number(LIST.customers)} customers from a service that takes ${LIST.latency} ms; workers: ${workers}, batches at the same time: ${batchesAtOnce} …`,
	);
	const options = { ...LIST, batchesAtOnce };
	return await batches.publish(options, OVER_WORKERS, async (copying) => {
		const usage = await measure(batches.processes, () => copying.run());
		await batches.assertComplete(options);
		return { ...usage, workers, batchesAtOnce };
	});
}

/** The times of several runs, how each compares with the first, and what was busy meanwhile. */
export function describeSpeeds(speeds: Speed[]): string[] {
	const [{ seconds: reference } = { seconds: NaN }] = speeds;
	const title = `${number(LIST.customers)} customers from a service that takes ${LIST.latency} ms a page:`;
	const lines = speeds.map(({ workers, batchesAtOnce, seconds, cores }) => {
		const times = (seconds / reference).toFixed(2);
		return `  workers: ${workers}, batches at the same time: ${batchesAtOnce}: ${seconds.toFixed(1)} s (${times} times the first); ${describeCores(cores)}`;
	});
	return [title, ...lines];
}
