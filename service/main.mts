import { readCommandLine } from './commandLine.mts';
import { startService, type RunningService } from './server.mts';

async function main(): Promise<void> {
	const options = readCommandLine(process.argv.slice(2));
	if (options === 'help') return;
	const service = await startService(options);
	console.log(welcome(service));
	process.once('SIGINT', () => void service.close());
	process.once('SIGTERM', () => void service.close());
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
