import { readCommandLine } from './commandLine.mts';
import { startService, type RunningService, type ServiceOptions } from './server.mts';

async function main(): Promise<void> {
	const options = readCommandLine(process.argv.slice(2));
	if (options === 'help') return;
	const service = await startOrExplain(options);
	console.log(welcome(service));
	process.once('SIGINT', () => void service.close());
	process.once('SIGTERM', () => void service.close());
}

async function startOrExplain(options: ServiceOptions): Promise<RunningService> {
	try {
		return await startService(options);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
		throw new Error(
			`Port ${options.port} is in use. Choose another one with --port, or 0 for any free port.`,
		);
	}
}

function welcome({ baseUrl, apiKey, companyId, lists }: RunningService): string {
	const sizes = Object.entries(lists).map(([name, list]) => `${name} (${list.length} records)`);
	return `The customer-data service listens at ${baseUrl}
Lists: ${sizes.join(', ')}
Try:

curl -i ${baseUrl}/GetCustomers \\
  -H 'x-api-key: ${apiKey}' -H 'x-company-id: ${companyId}' \\
  -H 'x-page-offset: 0' -H 'x-page-limit: 3'

Press Ctrl+C to stop it.`;
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
