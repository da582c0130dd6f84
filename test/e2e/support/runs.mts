import { outputOf } from '../../harness/n8n/execution.mts';
import type { N8nRest, Workflow } from '../../harness/n8n/rest.mts';

/**
 * What each run of a workflow emitted that has only our trigger, oldest run first: the event and key of
 * each item, or why the run failed.
 */
export async function runsOf(n8n: N8nRest, watching: Workflow): Promise<string[][]> {
	const ids = await n8n.executionIds(watching);
	const executions = await Promise.all(ids.map((id) => n8n.finished(id)));
	return executions.map((execution) => {
		if (execution.status !== 'success') return [execution.error?.message ?? execution.status];
		const items = Object.keys(execution.runData).flatMap((name) => outputOf(execution, name));
		return items.map(({ event, key }) => `${String(event)} ${String(key)}`);
	});
}
