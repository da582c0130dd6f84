import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { DEFAULTS, startService, type Fault } from './server.mts';

const FAULT_EXAMPLE = '{"kind": "status", "status": 503, "offset": 100, "times": 2}';

const whole = matching(/^\d+$/, 'It must be a whole number.');
const decimal = matching(/^\d+(\.\d+)?$/, 'It must be a number of 0 or more, e.g. 0.2.');

const program = new Command('npm run service --')
	.description('Runs the reference customer-data service on 127.0.0.1.')
	.option('--port <n>', 'port; 0 for any free one', whole, 4010)
	.option('--api-key <text>', 'the only key it accepts', DEFAULTS.apiKey)
	.option('--company-id <text>', 'ID of the first company', DEFAULTS.companyId)
	.option('--customers <n>', 'number of customers', whole, DEFAULTS.sizes.customers)
	.option('--latency <ms>', 'delay of each response', whole, 0)
	.option('--changes <n>', 'changes to a list per page, on average', decimal, 0)
	.option(
		'--fault <JSON>',
		`apply a fault, e.g. '${FAULT_EXAMPLE}'; can be repeated; the kinds are in service/faults.mts`,
		withFault,
	)
	.parse();

const { customers, fault, ...options } = program.opts();
const service = await startService({
	...options,
	sizes: { customers },
	faults: fault,
}).catch((error: Error) => program.error(error.message));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void service.close());

const { baseUrl, apiKey, companyId, lists, second } = service;
const sizes = Object.entries(lists).map(([name, list]) => `${name} (${list.length} records)`);
console.log(`The customer-data service listens at ${baseUrl}
Lists: ${sizes.join(', ')}
A second, smaller company: ${second.companyId}
Try:

curl -i ${baseUrl}/GetCustomers \\
  -H 'x-api-key: ${apiKey}' -H 'x-company-id: ${companyId}' \\
  -H 'x-page-offset: 0' -H 'x-page-limit: 3'

Press Ctrl+C to stop it.`);

function matching(pattern: RegExp, otherwise: string) {
	return (text: string): number => {
		if (pattern.test(text)) return Number(text);
		throw new InvalidArgumentError(otherwise);
	};
}

/** The service itself refuses what is JSON, but no fault. */
function withFault(json: string, faults: Fault[] = []): Fault[] {
	try {
		return [...faults, JSON.parse(json)];
	} catch (error) {
		throw new InvalidArgumentError(String(error));
	}
}
