import { MeasuredN8n, type N8nOptions, type Reading } from './measuredN8n.mts';
import type { Plan } from './plan.mts';
import { figure, GROWTH_CONTENDERS, type GrowthContender, type GrowthFigure } from './results.mts';
import type { Service } from './service.mts';
import {
	customerDataWorkflow,
	httpRequestSplitWorkflow,
	httpRequestWorkflow,
	type ReadingWorkflow,
	type Source,
} from './workflows.mts';

interface GrowthOptions extends N8nOptions {
	plan: Plan;
	service: Service;
	report: (line: string) => void;
}

interface Contender {
	contender: GrowthContender;
	workflow: (source: Source) => ReadingWorkflow;
}

const CONTENDERS: Contender[] = [
	{ contender: 'httpRequest', workflow: httpRequestWorkflow },
	{ contender: 'httpRequestSplit', workflow: httpRequestSplitWorkflow },
	{ contender: 'parallel4', workflow: (source) => customerDataWorkflow(source, 4) },
];

interface Sample extends Reading {
	contender: GrowthContender;
	records: number;
}

/** Each contender, in an n8n of its own, reads longer and longer lists; and all of that again. */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthFigure[]> {
	const { plan, service, report } = options;
	await service.setLatency(plan.growth.latency);
	const samples: Sample[] = [];
	for (let round = 1; round <= plan.repetitions; round++) {
		for (const contender of CONTENDERS) {
			const taken = await readLists(contender, options);
			samples.push(...taken);
			const peaks = taken.map(({ memoryPeak }) => Math.round(memoryPeak / 1e6)).join(', ');
			const label = GROWTH_CONTENDERS[contender.contender].label;
			report(`  round ${round} of ${plan.repetitions}: at most ${peaks} MB, ${label}`);
		}
	}
	return CONTENDERS.flatMap(({ contender }) =>
		plan.growth.sizes.map((records) => figures(samples, contender, records)),
	);
}

async function readLists(
	{ contender, workflow }: Contender,
	options: GrowthOptions,
): Promise<Sample[]> {
	return await MeasuredN8n.during(options, async (n8n) => {
		const samples: Sample[] = [];
		for (const records of options.plan.growth.sizes) {
			const source = await n8n.source(await options.service.list(records));
			const read = await n8n.prepare(workflow(source));
			// The first run also loads and compiles what n8n has not needed before.
			if (samples.length === 0) await read();
			samples.push({ contender, records, ...(await read()) });
		}
		return samples;
	});
}

function figures(samples: Sample[], contender: GrowthContender, records: number): GrowthFigure {
	const own = samples.filter(
		(sample) => sample.contender === contender && sample.records === records,
	);
	return {
		contender,
		records,
		milliseconds: figure(own.map(({ milliseconds }) => milliseconds)),
		memoryPeak: figure(own.map(({ memoryPeak }) => memoryPeak)),
	};
}
