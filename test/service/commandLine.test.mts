import { describe, expect, it } from 'vitest';

import { DEFAULT_PORT, readCommandLine } from '../../service/commandLine.mts';
import { DEFAULT_API_KEY, DEFAULT_COMPANY_ID, DEFAULT_SIZES } from '../../service/server.mts';

describe('the command line of the service', () => {
	it('starts with the defaults of the service when it is empty', () => {
		expect(readCommandLine([])).toEqual({
			port: DEFAULT_PORT,
			apiKey: DEFAULT_API_KEY,
			companyId: DEFAULT_COMPANY_ID,
			sizes: DEFAULT_SIZES,
			latency: 0,
			changes: 0,
			pingBody: 'text',
			maxConcurrentStatus: 429,
		});
	});

	it('sets all that can be set', () => {
		const options = readCommandLine([
			'--port=0',
			'--api-key=key',
			'--company-id=7',
			'--customers=10',
			'--customer-groups=2',
			'--suppliers=0',
			'--latency=20',
			'--changes=0.2',
			'--ping-body=envelope',
			'--max-concurrent=1',
			'--max-concurrent-status=503',
			'--fault={"kind": "hang", "offset": 50}',
			'--fault={"kind": "reset"}',
		]);
		expect(options).toEqual({
			port: 0,
			apiKey: 'key',
			companyId: '7',
			sizes: { customers: 10, customerGroups: 2, suppliers: 0 },
			latency: 20,
			changes: 0.2,
			pingBody: 'envelope',
			maxConcurrent: 1,
			maxConcurrentStatus: 503,
			faults: [{ kind: 'hang', offset: 50 }, { kind: 'reset' }],
		});
	});

	it('asks for help', () => {
		expect(readCommandLine(['--help'])).toBe('help');
	});

	it.each([
		['--port=many', '--port must be a whole number'],
		['--latency=1.5', '--latency must be a whole number'],
		['--changes=few', '--changes must be a number of 0 or more'],
		['--changes=-1', '--changes must be a number of 0 or more'],
		['--ping-body=html', "'--ping-body <form>' argument 'html' is invalid"],
		['--api-key=', '--api-key must not be empty'],
		['--fault={"kind": "status"}', '--fault is not a fault'],
		['--fault=status', '--fault is not a fault'],
		['--colour=red', "unknown option '--colour=red'"],
		['red', 'too many arguments'],
	])('does not take %s', (text, message) => {
		expect(() => readCommandLine([text])).toThrow(message);
	});
});
