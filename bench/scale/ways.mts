import type { Prepared } from '../../test/harness/sandbox.mts';
import { Failure } from '../../test/harness/script/failure.mts';
import type { ScriptTools } from '../../test/harness/script/script.mts';
import type { LongList } from './longList.mts';
import type { Plan } from './plan.mts';
import { WAYS, type Ending, type Run, type Way, type WayFigure } from './results.mts';
import { WatchedN8n } from './watchedN8n.mts';
import { workflowOf } from './workflows.mts';

export interface Scale extends Prepared, ScriptTools {
	plan: Plan;
	list: LongList;
}

const ENDINGS: Record<Ending, string> = {
	success: 'completed',
	error: 'stopped with an error',
	memory: 'n8n ran out of memory',
	slow: 'not finished',
};

/** More than the chart can show. */
const MOST_POINTS = 300;

const WAYS_IN_TURN: Way[] = ['oneRead', 'search', 'batches', 'httpRequest'];

/** Reads the whole list in each way, each in its own n8n with the same limit of the heap. */
export async function measureWays(options: Scale): Promise<WayFigure[]> {
	const figures: WayFigure[] = [];
	for (const way of WAYS_IN_TURN) {
		const figure = await measureWay(way, options);
		figures.push(figure);
		options.report(`  ${WAYS[way].label}: ${summaryOf(figure)}`);
	}
	return figures;
}

export function summaryOf({ ending, seconds, peak }: Run): string {
	return `${ENDINGS[ending]} after ${seconds.toFixed(0)} s, peak ${Math.round(peak / 1e6)} MB`;
}

async function measureWay(way: Way, options: Scale): Promise<WayFigure> {
	const { list, plan } = options;
	const { customers, batch, heap } = plan.ways;
	return await WatchedN8n.during({ ...options, heap }, async (n8n) => {
		const source = await n8n.source(await list.of(customers));
		const { executionId, ...run } = await n8n.run(workflowOf[way](source, batch));
		const memory = thinned(run.memory);
		const requested = await list.requested();
		if (run.ending === 'success' && requested < customers) {
			throw new Failure(`${WAYS[way].label}: ${requested} of ${customers} customers were read.`);
		}
		const figure = { way, ...run, memory, requested };
		if (way === 'batches' || run.ending !== 'success') return figure;
		return { ...figure, isReadable: await n8n.returns(executionId) };
	});
}

/** Keeps the last one, too. */
function thinned(memory: Run['memory']): Run['memory'] {
	const every = Math.ceil(memory.length / MOST_POINTS);
	return memory.filter((_, index) => (memory.length - 1 - index) % every === 0);
}
