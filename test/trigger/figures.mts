import type { Proof } from './proof.mts';

/** What happened under one scheduler, a line each. */
export function figuresOf({ scheduler, watches, tasks }: Proof): string[] {
	const polls = watches.reduce((sum, watch) => sum + watch.polls.length, 0);
	const figures = new Map([
		['kills', scheduler.kills],
		['polls', polls],
		["polls in the tables of n8n's durable scheduler", tasks],
	]);
	for (const [what, count] of watches.flatMap(({ ledger }) => Object.entries(ledger.figures))) {
		figures.set(what, (figures.get(what) ?? 0) + count);
	}
	return [...figures].map(([what, count]) => `${what}: ${count}`);
}

/** Whatever should not be. */
export function faultsOf({ scheduler, watches, tasks }: Proof): string[] {
	const faults = watches.flatMap(({ plan, ledger }) =>
		ledger.faults.map((fault) => `"${plan.name}": ${fault}`),
	);
	// Before each kill and after the last one.
	const least = 2 * (scheduler.kills + 1);
	if (watches.some(({ polls }) => polls.length < least)) faults.push('There were too few polls');
	const isRight = scheduler.name === 'durable' ? tasks >= least * watches.length : tasks === 0;
	if (!isRight) faults.push('Another scheduler polled');
	return faults;
}
