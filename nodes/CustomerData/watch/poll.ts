import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { readWatchRequest } from './request';
import { connect } from '../api/request';
import { decide, eventsFor } from './decide';
import { toItem } from './items';
import { readWatched } from './read';
import { withinBudget } from './source';
import { TriggerState } from './state';

/**
 * Reads the whole list and emits what changed since the last poll. The state is written whole, after
 * a whole read; whatever ends early leaves it as it was.
 *
 * @returns the changes as items, or no item just to have the state stored, or `null` when there is
 * nothing to store
 * @throws PageNotRead for what the service did, UserError for what the user entered, TooManyRemovals
 */
export async function pollList(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const request = readWatchRequest(context.getNodeParameter.bind(context));
	const service = await connect(context);
	const { connection } = service;
	const state = new TriggerState(context);
	const { stamp } = state;
	const { startsOver, ...memory } = state.load(request, connection);
	const events = eventsFor(request, memory);
	const list = await withinBudget(service, request, pollBudget(context), async (source) => {
		return await readWatched(source, request, memory.snapshot, events);
	});
	if (state.stamp !== stamp || state.isOutdated) {
		context.logger.info('Another poll finished first, so this poll changes nothing');
		return null;
	}
	if (startsOver) context.logger.info(startsOver);
	const { changes, snapshot } = decide(memory, list, request);
	if (!snapshot) return null;
	state.write(request, connection, snapshot);
	return [changes.map(toItem)];
}

/** Milliseconds that n8n gives a poll. Hosts before 2.41 set no limit. */
function pollBudget(context: IPollFunctions): number | undefined {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : undefined;
}
