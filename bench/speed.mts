import type { Bench } from './benchmark.mts';
import { MeasuredN8n } from './measuredN8n.mts';
import { figure, type SpeedContender, type SpeedFigure } from './results.mts';
import {
	customerDataWorkflow,
	httpRequestWorkflow,
	requestHelperWorkflow,
	type ReadingWorkflow,
} from './workflows.mts';

interface Contender {
	contender: SpeedContender;
	/** Reads the list and returns the milliseconds it took. */
	read: () => Promise<number>;
}

/** The contenders take turns reading the same list, round after round. */
export async function measureSpeed(options: Bench): Promise<SpeedFigure[]> {
	return await MeasuredN8n.during(options, async (n8n) => {
		const contenders = await enter(n8n, options);
		options.report('  warming up');
		for (const { read } of contenders) await read();

		const figures: SpeedFigure[] = [];
		for (const latency of options.plan.speed.latencies) {
			figures.push(...(await compete(contenders, latency, options)));
		}
		return figures;
	});
}

async function enter(n8n: MeasuredN8n, { plan, service, bareClient }: Bench): Promise<Contender[]> {
	const list = await service.list(plan.speed.records);
	const source = await n8n.source(list);
	const inN8n = async (contender: SpeedContender, workflow: ReadingWorkflow) => {
		const run = await n8n.prepare(workflow);
		return { contender, read: async () => (await run()).milliseconds };
	};
	return [
		await inN8n('httpRequest', httpRequestWorkflow(source)),
		await inN8n('parallel1', customerDataWorkflow(source, { parallelRequests: 1 })),
		await inN8n('requestHelper1', requestHelperWorkflow(source, 1)),
		await inN8n('parallel4', customerDataWorkflow(source, { parallelRequests: 4 })),
		await inN8n('requestHelper4', requestHelperWorkflow(source, 4)),
		await inN8n('parallel8', customerDataWorkflow(source, { parallelRequests: 8 })),
		await inN8n('requestHelper8', requestHelperWorkflow(source, 8)),
		await inN8n('parallel16', customerDataWorkflow(source, { parallelRequests: 16 })),
		await inN8n('requestHelper16', requestHelperWorkflow(source, 16)),
		{ contender: 'bareClient8', read: () => bareClient.read(list, 8) },
	];
}

async function compete(
	contenders: Contender[],
	latency: number,
	{ plan, service, report }: Bench,
): Promise<SpeedFigure[]> {
	await service.list(plan.speed.records, latency);
	const rounds: number[][] = [];
	for (let round = 1; round <= plan.repetitions; round++) {
		const times: number[] = [];
		for (const { read } of contenders) times.push(await read());
		rounds.push(times);
		const rounded = times.map((milliseconds) => Math.round(milliseconds)).join(', ');
		report(`  ${latency} ms latency, round ${round} of ${plan.repetitions}: ${rounded} ms`);
	}
	return contenders.map(({ contender }, index) => ({
		contender,
		latency,
		records: plan.speed.records,
		milliseconds: figure(rounds.flatMap((times) => times[index] ?? [])),
	}));
}
