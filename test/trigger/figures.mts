import type { Task } from './evidence.mts';
import type { Proof } from './proof.mts';

/** What happened under one scheduler, a line each. */
export function linesOf({ scheduler, watches, tasks }: Proof): string[] {
	const figures = watches.map(({ ledger }) => ledger.figures);
	const sum = (name: keyof (typeof figures)[number]) =>
		figures.reduce((total, { [name]: count }) => total + count, 0);
	return [
		`${pollsOf(watches)} polls of ${watches.length} workflows, ${scheduler.kills} kills`,
		...(tasks.size > 0 ? linesOfTasks([...tasks.values()]) : []),
		`${sum('runs')} runs, ${sum('runsWithoutEvents')} of them without events`,
		`${sum('events')} events, ${sum('eventsAgain')} of them emitted again with the same eventId`,
		`${sum('lostRuns')} runs (${sum('lostEvents')} events) lost by kills`,
		`${sum('forgottenRuns')} runs (${sum('forgottenEvents')} events) forgotten by kills or by another trigger`,
		`${sum('recordsLeftWrong')} records wrong in the end because of that`,
		`${sum('failedPolls')} polls gave up on a list that changed too fast`,
	];
}

/** Polls that overlap count as one. */
export function pollsOf(watches: Proof['watches']): number {
	return watches.reduce((sum, { polls }) => sum + polls.length, 0);
}

function linesOfTasks(tasks: Task[]): string[] {
	const ended = tasks.filter(({ status }) => status === 'succeeded').length;
	return [
		`${tasks.length} polls in the tables of n8n's durable scheduler, ${ended} of them ended`,
		`${overlapping(tasks)} of these began while another of the same workflow was under way`,
	];
}

function overlapping(tasks: Task[]): number {
	return tasks.filter(({ id, workflowId, startedAt }) =>
		tasks.some((other) => {
			const isEarlier =
				other.startedAt < startedAt || (other.startedAt === startedAt && other.id < id);
			const isOfSame = other.workflowId === workflowId && isEarlier;
			return isOfSame && other.finishedAt !== null && other.finishedAt > startedAt;
		}),
	).length;
}
