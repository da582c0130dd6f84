import { Command, CommanderError, Option } from '@commander-js/extra-typings';

import { readFault, type Fault } from './faults.mts';
import {
	DEFAULT_API_KEY,
	DEFAULT_COMPANY_ID,
	DEFAULT_SIZES,
	type ServiceOptions,
} from './server.mts';

export const DEFAULT_PORT = 4010;

/** What the command line asks for, or `help` once that is shown; throws a sentence for a mistake. */
export function readCommandLine(args: string[]): ServiceOptions | 'help' {
	const command = serviceCommand();
	try {
		command.parse(args, { from: 'user' });
	} catch (error) {
		if (error instanceof CommanderError && error.exitCode === 0) return 'help';
		throw error;
	}
	const { customers, customerGroups, suppliers, fault, maxConcurrentStatus, ...options } =
		command.opts();
	return {
		...options,
		maxConcurrentStatus: maxConcurrentStatus === '503' ? 503 : 429,
		sizes: { customers, customerGroups, suppliers },
		faults: fault,
	};
}

function serviceCommand() {
	return new Command('npm run service --')
		.description('The customer-data service of the specification, on 127.0.0.1.')
		.addOption(wholeNumber('--port <n>', '0 for any that is free').default(DEFAULT_PORT))
		.addOption(text('--api-key <text>', `the key that is accepted (default: ${DEFAULT_API_KEY})`))
		.addOption(
			text('--company-id <text>', `the company that it is for (default: ${DEFAULT_COMPANY_ID})`),
		)
		.addOption(
			wholeNumber(
				'--customers <n>',
				`records of GetCustomers (default: ${DEFAULT_SIZES.customers})`,
			),
		)
		.addOption(
			wholeNumber(
				'--customer-groups <n>',
				`of GetCustomerGroups (default: ${DEFAULT_SIZES.customerGroups})`,
			),
		)
		.addOption(
			wholeNumber('--suppliers <n>', `of GetSuppliers (default: ${DEFAULT_SIZES.suppliers})`),
		)
		.addOption(wholeNumber('--latency <ms>', 'how long every response takes (default: 0)'))
		.addOption(
			new Option('--ping-body <form>', 'what Ping responds with (default: text)').choices([
				'text',
				'envelope',
			] as const),
		)
		.addOption(wholeNumber('--max-concurrent <n>', 'refuse requests in flight above this number'))
		.addOption(
			new Option(
				'--max-concurrent-status <status>',
				'what they are refused with (default: 429)',
			).choices(['429', '503'] as const),
		)
		.option(
			'--fault <JSON>',
			`as often as you like; the kinds are in service/faults.mts, e.g. --fault '{"kind": "status", "status": 503, "offset": 100, "times": 2}'`,
			(json, faults: Fault[] = []) => [...faults, faultIn(json)],
		)
		.configureOutput({ outputError: () => undefined })
		.exitOverride();
}

function wholeNumber<Flags extends string>(flags: Flags, description: string) {
	return new Option(flags, description).argParser((value) => {
		if (!/^\d+$/.test(value)) throw new Error(`${nameIn(flags)} must be a whole number`);
		return Number(value);
	});
}

function text<Flags extends string>(flags: Flags, description: string) {
	return new Option(flags, description).argParser((value) => {
		if (value === '') throw new Error(`${nameIn(flags)} must not be empty`);
		return value;
	});
}

function nameIn(flags: string): string {
	return flags.split(' ', 1).join();
}

function faultIn(json: string): Fault {
	try {
		return readFault(JSON.parse(json));
	} catch (error) {
		throw new Error(`--fault is not a fault: ${json}\n${String(error)}`);
	}
}
