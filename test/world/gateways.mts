import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Nginx } from '../../harness/servers/nginx.mts';
import type { Customers } from './customers.mts';
import {
	expectMessage,
	expectWhole,
	expectWholeOrMessage,
	read,
	took,
	type Check,
	type Reading,
} from './reading.mts';

type Gateway = [
	name: string,
	directives: string,
	expect: (reading: Reading) => void,
	other?: number,
];

/** By default, the key of a page is its URL, which is the same for all of them. */
export const CACHE = 'proxy_cache pages; proxy_cache_valid 200 1m;';
const GZIP = 'gzip on; gzip_types application/json; gzip_min_length 1;';
const LIMIT = 'limit_req zone=five; limit_req_status';

const naming = (words: RegExp) => (reading: Reading) => expectMessage(reading, words);
const wholeOrNaming = (words: RegExp) => (reading: Reading) => expectWholeOrMessage(reading, words);

/** What nginx does, and how a read ends behind it; last, the offset of a page that another read left there. */
const GATEWAYS: Gateway[] = [
	['compresses, and keeps its connections', GZIP, expectWhole],
	['allows 5 requests a second, otherwise 429', `${LIMIT} 429;`, expectWhole],
	['allows 5 requests a second, otherwise 503', `${LIMIT} 503;`, expectWhole],
	['drops x-page-more', 'proxy_hide_header x-page-more;', expectWhole],
	['drops x-page-next', 'proxy_hide_header x-page-next;', naming(/x-page-next/)],
	['drops x-page-offset', 'proxy_set_header x-page-offset "";', naming(/./)],
	['sends x-page-offset 0', 'proxy_set_header x-page-offset 0;', naming(/./)],
	['answers 502 with a web page', 'return 502;', naming(/web page|proxy/i)],
	['answers 403 with a web page', 'return 403;', naming(/web page|proxy/i)],
	['caches pages', CACHE, wholeOrNaming(/cache/i)],
	['has cached a page in the middle', CACHE, naming(/cache/i), 100],
	['has cached the last page', CACHE, naming(/cache/i), 300],
];

/** Lets nginx cache a page, which names the next one even where it is the last, as the service may. */
export async function cachePage(customers: Customers, { host }: Nginx, offset: number) {
	const next = { 'x-page-next': String(offset + 50) };
	customers.service.setFaults([{ kind: 'headers', set: next, times: 1 }]);
	await read(customers, { offset, maxRecords: 1 }, host);
}

/** A read through nginx comes whole, or ends with a message that says what may be in the way. */
export function behindNginx(customers: Customers, nginx: Nginx): Check[] {
	const checks = GATEWAYS.map(([name, directives, expect, other]) => ({
		name: `nginx ${name}`,
		isQuick: !/limit|502/.test(directives),
		async prove(parallelRequests: number) {
			await customers.fill({ rows: 320 });
			await nginx.restart(directives);
			if (other !== undefined) await cachePage(customers, nginx, other);
			const reading = await read(customers, { parallelRequests }, nginx.host);
			expect(reading);
			return took(reading);
		},
	}));
	const restarts: Check = {
		name: 'nginx restarts during the read',
		isQuick: true,
		async prove(parallelRequests) {
			await customers.fill({ rows: 2_000 });
			await nginx.restart();
			customers.before(10, nginx.restart);
			const reading = await read(customers, { parallelRequests }, nginx.host);
			expectWhole(reading);
			return took(reading);
		},
	};
	const twoMoments: Check = {
		name: 'nginx has kept every other page, each at its own offset, and 60 are deleted at the front',
		isQuick: true,
		async prove(parallelRequests) {
			await customers.fill({ rows: 500 });
			await nginx.restart(`${CACHE} proxy_cache_key $http_x_page_offset;`);
			for (const offset of [48, 144, 240, 336]) await cachePage(customers, nginx, offset);
			await customers.query("delete from customer where city < 'City 00060'");
			const reading = await read(customers, { parallelRequests }, nginx.host);
			expectMessage(reading, /do not fit together/);
			return took(reading);
		},
	};
	const isAway: Check = {
		name: 'nginx does not reach the service for 3 seconds, and at most 1 of 5 reads ends',
		isQuick: false,
		async prove(parallelRequests) {
			await customers.fill({ rows: 1_000 });
			await nginx.restart();
			const { server, baseUrl } = customers.service;
			const goAway = async () => {
				server.close();
				server.closeAllConnections();
				await sleep(3_000);
				server.listen(Number(new URL(baseUrl).port), '127.0.0.1');
			};
			let away = Promise.resolve();
			customers.before(40, () => (away = goAway()));
			const readOnce = async () => await read(customers, { parallelRequests }, nginx.host);
			const readings = await Promise.all(Array.from({ length: 5 }, readOnce));
			await away;
			for (const reading of readings) expectWholeOrMessage(reading);
			const ended = readings.filter(({ message }) => message !== undefined);
			assert.ok(ended.length <= 1, ended.map(({ summary }) => summary).join('\n'));
			return `${ended.length} ended`;
		},
	};
	return [...checks, restarts, twoMoments, isAway];
}
