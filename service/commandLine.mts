import { parseArgs } from 'node:util';
import { z } from 'zod';

import { readFault } from './faults.mts';
import {
	DEFAULT_API_KEY,
	DEFAULT_COMPANY_ID,
	DEFAULT_SIZES,
	type ServiceOptions,
} from './server.mts';

export const DEFAULT_PORT = 4010;

export const HELP = `The customer-data service of the specification, on 127.0.0.1.

  npm run service -- [switches]

  --port <n>                       default ${DEFAULT_PORT}; 0 for any that is free
  --api-key <text>                 default ${DEFAULT_API_KEY}
  --company-id <text>              default ${DEFAULT_COMPANY_ID}
  --customers <n>                  default ${DEFAULT_SIZES.customers}
  --customer-groups <n>            default ${DEFAULT_SIZES.customerGroups}
  --suppliers <n>                  default ${DEFAULT_SIZES.suppliers}
  --latency <ms>                   how long every answer takes, default 0
  --ping-body text|envelope        default text
  --max-concurrent <n>             refuse requests in flight above this number
  --max-concurrent-status 429|503  default 429
  --fault <JSON>                   as often as you like; the kinds are in service/faults.mts, e.g.
                                   --fault '{"kind": "status", "status": 503, "offset": 100, "times": 2}'
  --help
`;

const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

const fault = z.string().transform((text, context) => {
	try {
		return readFault(JSON.parse(text));
	} catch (error) {
		context.addIssue({ code: 'custom', message: `is not a fault: ${text}\n${String(error)}` });
		return z.NEVER;
	}
});

const switches = z.object({
	port: wholeNumber.default(String(DEFAULT_PORT)),
	'api-key': z.string().min(1).optional(),
	'company-id': z.string().min(1).optional(),
	customers: wholeNumber.optional(),
	'customer-groups': wholeNumber.optional(),
	suppliers: wholeNumber.optional(),
	latency: wholeNumber.optional(),
	'ping-body': z.enum(['text', 'envelope']).optional(),
	'max-concurrent': wholeNumber.optional(),
	'max-concurrent-status': z.enum(['429', '503']).optional(),
	fault: z.array(fault).optional(),
});

/** What the command line asks for, `help` included; throws a sentence when it makes no sense. */
export function readCommandLine(args: string[]): ServiceOptions | 'help' {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args,
		options: {
			port: text,
			'api-key': text,
			'company-id': text,
			customers: text,
			'customer-groups': text,
			suppliers: text,
			latency: text,
			'ping-body': text,
			'max-concurrent': text,
			'max-concurrent-status': text,
			fault: { type: 'string', multiple: true },
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) return 'help';

	const { data, error } = switches.safeParse(values);
	if (data === undefined) {
		throw new Error(error.issues.map((issue) => `--${issue.path[0]} ${issue.message}`).join('\n'));
	}
	return {
		port: data.port,
		apiKey: data['api-key'],
		companyId: data['company-id'],
		sizes: {
			customers: data.customers,
			customerGroups: data['customer-groups'],
			suppliers: data.suppliers,
		},
		latency: data.latency,
		pingBody: data['ping-body'],
		maxConcurrent: data['max-concurrent'],
		maxConcurrentStatus: data['max-concurrent-status'] === '503' ? 503 : 429,
		faults: data.fault,
	};
}
