import { Command, InvalidArgumentError } from '@commander-js/extra-typings';

import { DEFAULTS, startService, type Fault } from './server.mts';

const FAULT_EXAMPLE = '{"kind": "status", "status": 503, "offset": 100, "times": 2}';

const whole = matching(/^\d+$/, 'It must be a whole number.');
const decimal = matching(/^\d+(\.\d+)?$/, 'It must be a number of 0 or more, e.g. 0.2.');

const program = new Command('npm run service --')
	.description('The customer-data service of the specification, on 127.0.0.1.')
	.option('--port <n>', '0 for any that is free', whole, 4010)
	.option('--api-key <text>', 'the only one that is accepted', DEFAULTS.apiKey)
	.option('--company-id <text>', 'of the first of two companies', DEFAULTS.companyId)
	.option('--customers <n>', 'how many there are', whole, DEFAULTS.sizes.customers)
	.option('--customer-groups <n>', 'how many there are', whole, DEFAULTS.sizes.customerGroups)
	.option('--suppliers <n>', 'how many there are', whole, DEFAULTS.sizes.suppliers)
	.option('--latency <ms>', 'how long every response takes', whole, 0)
	.option('--changes <n>', 'changes to a list per page, on average', decimal, 0)
	.option('--max-concurrent <n>', 'refuse requests in flight above this number', whole)
	.option(
		'--fault <JSON>',
		`as often as you like; the kinds are in service/faults.mts, e.g. '${FAULT_EXAMPLE}'`,
		withFault,
	)
	.parse();

const { customers, customerGroups, suppliers, fault, ...options } = program.opts();
const service = await startService({
	...options,
	sizes: { customers, customerGroups, suppliers },
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
