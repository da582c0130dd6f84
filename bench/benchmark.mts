import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { prepare, type Prepared } from '../test/harness/sandbox.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { BareClient } from './bareClient.mts';
import { measureGrowth } from './growth.mts';
import type { Plan } from './plan.mts';
import type { Results } from './results.mts';
import { Service } from './service.mts';
import { measureSpeed } from './speed.mts';

export interface Bench extends Prepared, ScriptTools {
	plan: Plan;
	service: Service;
	bareClient: BareClient;
}

/** Takes all measurements, one at a time. */
export async function runBenchmark(plan: Plan, tools: ScriptTools): Promise<Results> {
	const { cleanup, report, signal } = tools;
	const prepared = await prepare(tools);
	const { installation } = prepared;

	report('Generating the customers …');
	const service = new Service(signal);
	cleanup.add(() => service.stop());
	const { speed, growth } = plan;
	for (const customers of [speed.records, ...growth.sizes]) await service.list(customers);
	const bareClient = new BareClient(installation.node, signal);
	cleanup.add(() => bareClient.stop());

	const bench = { ...tools, ...prepared, plan, service, bareClient };
	report(
		`Speed: n8n ${installation.version} reads ${speed.records.toLocaleString('en')} customers …`,
	);
	const speedFigures = await measureSpeed(bench);
	report('Time and memory by list size …');
	const growthFigures = await measureGrowth(bench);
	return {
		n8n: installation.version,
		node: execFileSync(installation.node, ['--version'], { encoding: 'utf8' }).trim(),
		cores: availableParallelism(),
		speed: speedFigures,
		growth: growthFigures,
	};
}
