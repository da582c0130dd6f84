import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Cleanup } from '../test/harness/script/cleanup.mts';
import { installN8n } from '../test/harness/install/install.mts';
import { packPackage } from '../test/harness/install/package.mts';
import { BareClient } from './bareClient.mts';
import { measureGrowth } from './growth.mts';
import type { Plan } from './plan.mts';
import type { Results } from './results.mts';
import { Service } from './service.mts';
import { measureSpeed } from './speed.mts';

interface BenchmarkOptions {
	plan: Plan;
	/** Takes the logs and all that is only needed while it runs. */
	workspace: string;
	/** Takes the ways to end what was started. */
	cleanup: Cleanup;
	report: (line: string) => void;
	signal: AbortSignal;
}

/** All measurements, one at a time. */
export async function runBenchmark(options: BenchmarkOptions): Promise<Results> {
	const { workspace, cleanup, report, signal } = options;
	const installation = await installN8n({ report, signal });
	const tarball = await packPackage(workspace, signal);

	report('Making the customers …');
	const service = new Service(signal);
	cleanup.add(() => service.stop());
	const { speed, growth } = options.plan;
	for (const customers of [speed.records, ...growth.sizes]) await service.list(customers);
	const bareClient = new BareClient(installation.node, signal);
	cleanup.add(() => bareClient.stop());

	const parts = { ...options, installation, tarball, service, bareClient };
	report(
		`Speed: n8n ${installation.version} reads ${speed.records.toLocaleString('en')} customers …`,
	);
	const speedFigures = await measureSpeed(parts);
	report('Time and memory against size …');
	const growthFigures = await measureGrowth(parts);
	return {
		n8n: installation.version,
		node: execFileSync(installation.node, ['--version'], { encoding: 'utf8' }).trim(),
		cores: availableParallelism(),
		speed: speedFigures,
		growth: growthFigures,
	};
}
