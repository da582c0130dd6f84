import fc from 'fast-check';

/** Mutation testing runs each property many times over: few examples, and the first that fails, will do. */
const most = Number(process.env.MOST_RUNS ?? Infinity);
/** The soak test tries ten times as many as a law names, and every other run a tenth. */
const times = Number(process.env.TIMES_RUNS ?? 0.1);
export const isSoak = times > 1;

// The same examples in every run; another seed tries others: SEED=1 npm test
fc.configureGlobal({
	seed: Number(process.env.SEED ?? 2026),
	numRuns: runs(100),
	endOnFailure: most < Infinity,
});

/** How many examples of a property to try. */
export function runs(count: number): number {
	return Math.min(Math.ceil(count * times), most);
}
