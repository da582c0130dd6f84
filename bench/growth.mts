import type { Bench } from './benchmark.mts';
import { MeasuredN8n, type Reading } from './measuredN8n.mts';
import { figure, GROWTH_CONTENDERS, type GrowthContender, type GrowthFigure } from './results.mts';
import {
	customerDataWorkflow,
	httpRequestSplitWorkflow,
	httpRequestWorkflow,
	type ReadingWorkflow,
	type Source,
} from './workflows.mts';

interface Contender {
	contender: GrowthContender;
	workflow: (source: Source) => ReadingWorkflow;
}

const CONTENDERS: Contender[] = [
	{ contender: 'httpRequest', workflow: httpRequestWorkflow },
	{ contender: 'httpRequestSplit', workflow: httpRequestSplitWorkflow },
	{
		contender: 'parallel4',
		workflow: (source) => customerDataWorkflow(source, { parallelRequests: 4 }),
	},
];

interface Sample extends Reading {
	contender: GrowthContender;
	records: number;
}

/** In every round, each contender reads longer and longer lists in its own n8n instance. */
export async function measureGrowth(options: Bench): Promise<GrowthFigure[]> {
	const { plan, report } = options;
	const samples: Sample[] = [];
	for (let round = 1; round <= plan.repetitions; round++) {
		for (const contender of CONTENDERS) {
			const taken = await readLists(contender, options);
			samples.push(...taken);
			const peaks = taken.map(({ memoryPeak }) => Math.round(memoryPeak / 1e6)).join(', ');
			const label = GROWTH_CONTENDERS[contender.contender].label;
			report(`  round ${round} of ${plan.repetitions}: ${label}, peak ${peaks} MB`);
		}
	}
	return CONTENDERS.flatMap(({ contender }) =>
		plan.growth.sizes.map((records) => {
			const own = samples.filter((one) => one.contender === contender && one.records === records);
			const milliseconds = figure(own.map((sample) => sample.milliseconds));
			return {
				contender,
				records,
				milliseconds,
				memoryPeak: figure(own.map((sample) => sample.memoryPeak)),
			};
		}),
	);
}

async function readLists({ contender, workflow }: Contender, options: Bench): Promise<Sample[]> {
	const { growth } = options.plan;
	return await MeasuredN8n.during(options, async (n8n) => {
		const samples: Sample[] = [];
		for (const records of growth.sizes) {
			const source = await n8n.source(await options.service.list(records, growth.latency));
			const read = await n8n.prepare(workflow(source));
			// A warm-up: the first run also loads and compiles code.
			if (samples.length === 0) await read();
			samples.push({ contender, records, ...(await read()) });
		}
		return samples;
	});
}
