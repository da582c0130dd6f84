import type { IPollFunctions } from 'n8n-workflow';

/**
 * Where n8n keeps the state after a poll that emits nothing: it stores it after an activation, later
 * keeps it in the process alone, and forgets it with its durable scheduler.
 */
export type Memory = 'stored' | 'process' | 'none';

/** Milliseconds that n8n gives the poll of an activation (n8n-core 2.41, PollContext). */
const ACTIVATION_BUDGET = 300_000;

/** n8n polls once on activation, then again and again with the same context. */
const activated = new WeakSet<IPollFunctions>();

/**
 * To be asked once for each poll. n8n's durable scheduler, an option of 2.41, makes a new context
 * for each poll and gives it less time than an activation (n8n 2.41, poll-trigger-task-handler).
 */
export function memoryOf(context: IPollFunctions): Memory {
	const isFirst = !activated.has(context);
	activated.add(context);
	if ((pollBudget(context) ?? ACTIVATION_BUDGET) < ACTIVATION_BUDGET) return 'none';
	return isFirst ? 'stored' : 'process';
}

/** Milliseconds that n8n gives a poll. Hosts before 2.41 set no limit. */
export function pollBudget(context: IPollFunctions): number | undefined {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : undefined;
}
