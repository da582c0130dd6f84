import { Command, CommanderError, Option } from '@commander-js/extra-typings';

import { readFault, type Fault } from './faults.mts';
import {
	DEFAULT_API_KEY,
	DEFAULT_COMPANY_ID,
	DEFAULT_SIZES,
	type ServiceOptions,
} from './server.mts';

export const DEFAULT_PORT = 4010;

const FAULT_EXAMPLE = '{"kind": "status", "status": 503, "offset": 100, "times": 2}';

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
	const { customers, customerGroups, suppliers } = DEFAULT_SIZES;
	return new Command('npm run service --')
		.description('The customer-data service of the specification, on 127.0.0.1.')
		.addOption(number('--port <n>', '0 for any that is free').default(DEFAULT_PORT))
		.addOption(text('--api-key <text>').default(DEFAULT_API_KEY))
		.addOption(text('--company-id <text>').default(DEFAULT_COMPANY_ID))
		.addOption(number('--customers <n>').default(customers))
		.addOption(number('--customer-groups <n>').default(customerGroups))
		.addOption(number('--suppliers <n>').default(suppliers))
		.addOption(number('--latency <ms>', 'how long every response takes').default(0))
		.addOption(decimal('--changes <n>', 'changes to a list per page, on average').default(0))
		.addOption(new Option('--ping-body <form>').choices(['text', 'envelope']).default('text'))
		.addOption(number('--max-concurrent <n>', 'refuse requests in flight above this number'))
		.addOption(new Option('--max-concurrent-status <n>').choices(['429', '503']).default('429'))
		.option(
			'--fault <JSON>',
			`as often as you like; the kinds are in service/faults.mts, e.g. '${FAULT_EXAMPLE}'`,
			(json, faults: Fault[] = []) => [...faults, faultIn(json)],
		)
		.configureOutput({ outputError: () => undefined })
		.exitOverride();
}

function number<Flags extends string>(flags: Flags, description?: string) {
	return new Option(flags, description).argParser((value) => {
		if (/^\d+$/.test(value)) return Number(value);
		throw new Error(`${flags.split(' ')[0]} must be a whole number`);
	});
}

function decimal<Flags extends string>(flags: Flags, description: string) {
	return new Option(flags, description).argParser((value) => {
		if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
		throw new Error(`${flags.split(' ')[0]} must be a number of 0 or more, e.g. 0.2`);
	});
}

function text<Flags extends string>(flags: Flags) {
	return new Option(flags).argParser((value) => {
		if (value !== '') return value;
		throw new Error(`${flags.split(' ')[0]} must not be empty`);
	});
}

function faultIn(json: string): Fault {
	try {
		return readFault(JSON.parse(json));
	} catch (error) {
		throw new Error(`--fault is not a fault: ${json}\n${String(error)}`);
	}
}
