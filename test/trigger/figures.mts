import type { Task } from './evidence.mts';
import type { Proof } from './proof.mts';

/** What happened under one scheduler, a line each. */
export function linesOf({ scheduler, watches, tasks }: Proof): string[] {
	const total = new Map<string, number>();
	for (const { ledger } of watches) {
		for (const [name, count] of Object.entries(ledger.figures)) {
			total.set(name, (total.get(name) ?? 0) + count);
		}
	}
	const counts = [...total].map(([name, count]) => `${count} ${name}`);
	const lines = [`${pollsOf(watches)} polls of ${watches.length} workflows, ${scheduler.kills} kills`];
	if (tasks.size > 0) lines.push(tasksIn([...tasks.values()]));
	return [...lines, ...counts];
}

export function pollsOf(watches: Proof['watches']): number {
	return watches.reduce((sum, { polls }) => sum + polls.length, 0);
}

function tasksIn(tasks: Task[]): string {
	const ended = tasks.filter(({ status }) => status === 'succeeded').length;
	return `${tasks.length} polls begun by the durable scheduler, ${ended} ended, ${overlapping(tasks)} while another of the same workflow was under way`;
}

/** How many polls began before one of the same workflow that had begun earlier ended. */
function overlapping(tasks: Task[]): number {
	return tasks.filter(({ id, workflowId, startedAt }) => {
		return tasks.some((other) => {
			const isEarlier = other.startedAt < startedAt || (other.startedAt === startedAt && other.id < id);
			return other.workflowId === workflowId && isEarlier && (other.finishedAt ?? 0) > startedAt;
		});
	}).length;
}
