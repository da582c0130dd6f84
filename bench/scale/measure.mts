import { Failure } from '../../test/harness/script/failure.mts';
import type { Bench } from '../bench.mts';
import { withN8n, type Run } from '../n8n.mts';
import type { Machine } from '../results.mts';
import { guideDraft, WAYS, type Draft, type GuideRow, type Way } from './ways.mts';

export interface ScaleResults extends Machine {
	customers: number;
	/** The limit of the heap in which they were read, in MiB. */
	heap: number;
	ways: WayFigure[];
	guide: GuideFigure[];
}

interface WayFigure extends Pick<Run, 'ending' | 'seconds' | 'peak' | 'memory'> {
	way: Way;
	/** How many customers were requested; fewer than there are when n8n ran out of memory. */
	requested: number;
	/** Whether n8n returns the data of the execution, as its editor asks for it. */
	isReadable?: boolean;
}

/** The longest list that one read takes. */
interface GuideFigure extends GuideRow, Pick<Run, 'seconds' | 'peak'> {
	customers: number;
	/** The shortest list that was too long. */
	tooMany: number;
}

interface Read {
	customers: number;
	/** The limit of the heap's old generation, where what lives long is, in MiB. */
	heap: number;
	draft: Draft;
	/** How many seconds it may take. */
	limit?: number;
	/** Whether n8n is asked for the execution afterwards. */
	isOpened?: boolean;
}

/** Reads a long list in each way. */
export async function measureWays(bench: Bench) {
	const [customers, heap] = bench.isQuick ? [20_000, 512] : [1_000_000, 2_048];
	const ways: WayFigure[] = [];
	for (const way of ['oneRead', 'search', 'batches', 'httpRequest'] as const) {
		const { draft } = WAYS[way];
		const isOpened = way !== 'batches';
		ways.push({ way, ...(await read(bench, { customers, heap, draft, isOpened })) });
	}
	return { customers, heap, ways };
}

/** Reads the lists of the guide again, and says where one no longer fits, or the next longer one does. */
export async function measureGuide(bench: Bench, guide: GuideFigure[]): Promise<GuideFigure[]> {
	const figures: GuideFigure[] = [];
	for (const row of bench.isQuick ? guide.slice(0, 1) : guide) {
		const readAt = async (customers: number) =>
			// One that takes longer spends its time on collecting garbage, or n8n could not save it.
			await read(bench, {
				...row,
				customers,
				draft: guideDraft(row),
				limit: 30 + customers / 8_000,
			});
		const { ending, seconds, peak } = await readAt(row.customers);
		const { ending: beyond } = await readAt(row.tooMany);
		if (ending !== 'success' || beyond === 'success') {
			bench.report(`  ${row.customers}: ${ending}, ${row.tooMany}: ${beyond}. Try other lengths.`);
		}
		figures.push({ ...row, seconds, peak });
	}
	return figures;
}

/** Reads in an n8n of its own. */
async function read(bench: Bench, { customers, heap, draft, limit, isOpened }: Read) {
	const { service, report } = bench;
	const list = await service.list(customers);
	const env = { NODE_OPTIONS: `--max-old-space-size=${heap}` };
	return await withN8n(bench, env, async ({ rest, credential, run }) => {
		const workflow = draft(list, credential);
		const { id, ending, seconds, peak, memory } = await run(workflow, limit);
		report(`  ${heap} MiB, ${customers} customers: ${ending} after ${seconds.toFixed(0)} s`);
		const { requested } = await service.ask({});
		if (ending === 'success' && requested < customers) {
			throw new Failure(`Only ${requested} of ${customers} customers were read.`);
		}
		const figure = { ending, seconds, peak, memory, requested };
		if (!isOpened || ending !== 'success') return figure;
		const execution = await rest.execution(id).catch(() => undefined);
		return { ...figure, isReadable: Object.keys(execution?.runData ?? {}).length > 0 };
	});
}
