import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { installN8n, type Installation } from '../demo/install.mts';
import { packPackage } from '../demo/package.mts';
import type { ScriptTools } from '../demo/script.mts';
import { BareClient } from './bareClient.mts';
import { measureGrowth } from './growth.mts';
import type { Plan } from './plan.mts';
import type { Results } from './results.mts';
import { Service } from './service.mts';
import { measureSpeed } from './speed.mts';

export interface Bench extends ScriptTools {
	plan: Plan;
	installation: Installation;
	tarball: string;
	service: Service;
	bareClient: BareClient;
}

/** All measurements, one at a time. */
export async function runBenchmark(plan: Plan, tools: ScriptTools): Promise<Results> {
	const { workspace, cleanup, report, signal } = tools;
	const installation = await installN8n({ report, signal });
	const tarball = await packPackage(workspace, signal);

	report('Making the customers …');
	const service = new Service(signal);
	cleanup.add(() => service.stop());
	const { speed, growth } = plan;
	for (const customers of [speed.records, ...growth.sizes]) await service.list(customers);
	const bareClient = new BareClient(installation.node, signal);
	cleanup.add(() => bareClient.stop());

	const bench = { ...tools, plan, installation, tarball, service, bareClient };
	report(
		`Speed: n8n ${installation.version} reads ${speed.records.toLocaleString('en')} customers …`,
	);
	const speedFigures = await measureSpeed(bench);
	report('Time and memory against size …');
	const growthFigures = await measureGrowth(bench);
	return {
		n8n: installation.version,
		node: execFileSync(installation.node, ['--version'], { encoding: 'utf8' }).trim(),
		cores: availableParallelism(),
		speed: speedFigures,
		growth: growthFigures,
	};
}
