import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, startService } from '../../service/server.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { startNginx } from '../harness/servers/nginx.mts';
import type { Check } from './check.mts';
import type { Customers } from './customers.mts';
import * as expected from './reading.mts';

const { expectMessage, expectWhole, expectWholeOrMessage, read, took } = expected;

/** nginx's default key is the address, which is the same for all pages. */
export const CACHE = 'proxy_cache pages; proxy_cache_valid 200 1m;';

const ROWS = 320;

interface Gateway {
	directives: string;
	/** @throws AssertionError unless the read ends as it has to */
	expect: (reading: expected.Reading) => void;
	/** What another workflow read before. */
	othersOffset?: number;
	isQuick?: boolean;
}

const GATEWAYS: Record<string, Gateway> = {
	'compresses, and keeps its connections': {
		directives: 'gzip on; gzip_types application/json; gzip_min_length 1;',
		expect: expectWhole,
		isQuick: true,
	},
	'allows 5 requests a second, and answers others with 429': {
		directives: 'limit_req zone=five; limit_req_status 429;',
		expect: expectWhole,
	},
	'allows 5 requests a second, and answers others with 503': {
		directives: 'limit_req zone=five;',
		expect: expectWhole,
	},
	'drops x-page-more': {
		directives: 'proxy_hide_header x-page-more;',
		expect: expectWhole,
		isQuick: true,
	},
	'drops x-page-next': { directives: 'proxy_hide_header x-page-next;', expect: expectMessage },
	'drops x-page-offset': {
		directives: 'proxy_set_header x-page-offset "";',
		expect: expectMessage,
	},
	'always sends x-page-offset 0': {
		directives: 'proxy_set_header x-page-offset 0;',
		expect: expectMessage,
	},
	'answers 502 with a web page': {
		directives: 'return 502;',
		expect: (reading) => expectMessage(reading, /web page|proxy/i),
	},
	'answers 403 with a web page': {
		directives: 'return 403;',
		expect: (reading) => expectMessage(reading, /web page|proxy/i),
		isQuick: true,
	},
	'caches pages': {
		directives: CACHE,
		expect: (reading) => expectWholeOrMessage(reading, /cache/i),
		isQuick: true,
	},
	'has cached a page in the middle': {
		directives: CACHE,
		othersOffset: 100,
		expect: (reading) => expectMessage(reading, /cache/i),
	},
	'has cached the last page': {
		directives: CACHE,
		othersOffset: 300,
		expect: (reading) => expectMessage(reading, /cache/i),
	},
};

/** The service names the page after the last one, which it need not (specification, section 4.5). */
export function namingNext(rows: number, offset: number): Fault {
	return { kind: 'headers', offset: rows - 1, set: { 'x-page-next': String(offset + 50) } };
}

/** A read through nginx comes whole, or ends with a message that helps to find what is in the way. */
export function behindNginx(customers: Customers, tools: ScriptTools): Check[] {
	const { service } = customers;
	const { host } = new URL(service.baseUrl);
	const checks = Object.entries(GATEWAYS).map(([name, gateway]) => ({
		name: `nginx ${name}`,
		isQuick: gateway.isQuick ?? false,
		async prove(parallelRequests: number) {
			await customers.fill({ rows: ROWS });
			const nginx = await startNginx(tools, host, gateway.directives);
			const { othersOffset: offset } = gateway;
			if (offset !== undefined) {
				service.setFaults([namingNext(ROWS, offset)]);
				await read(customers, { offset, maxRecords: 1 }, nginx.host);
			}
			const reading = await read(customers, { parallelRequests }, nginx.host);
			await nginx.stop();
			gateway.expect(reading);
			return took(reading);
		},
	}));
	const restarts: Check = {
		name: 'nginx restarts during the read',
		isQuick: true,
		async prove(parallelRequests) {
			await customers.fill({ rows: 2_000 });
			const nginx = await startNginx(tools, host);
			customers.before(10, async () => await nginx.restart());
			const reading = await read(customers, { parallelRequests }, nginx.host);
			await nginx.stop();
			expectWhole(reading);
			return took(reading);
		},
	};
	const isAway: Check = {
		name: 'nginx cannot reach the service for 3 seconds, and at most 1 of 5 reads ends',
		isQuick: false,
		async prove(parallelRequests) {
			await customers.fill({ rows: 1_000 });
			const { source } = customers;
			const away = await startService({ source });
			const nginx = await startNginx(tools, new URL(away.baseUrl).host);
			const goAway = async () => {
				await away.close();
				await sleep(3_000);
				return await startService({ source, port: Number(new URL(away.baseUrl).port) });
			};
			let back: ReturnType<typeof goAway> | undefined;
			// Not awaited: it would wait for the page that waits for it.
			customers.before(40, async () => void (back = goAway()));
			const reads = Array.from({ length: 5 }, () =>
				read(customers, { parallelRequests }, nginx.host),
			);
			const readings = await Promise.all(reads);
			await nginx.stop();
			await (await back)?.close();
			for (const reading of readings) expectWholeOrMessage(reading);
			const ended = readings.filter(({ message }) => message !== undefined);
			assert.ok(ended.length <= 1, ended.map(({ summary }) => summary).join('\n'));
			return `${ended.length} ended`;
		},
	};
	return [...checks, restarts, isAway];
}
