import type { Nginx } from '../../harness/servers/nginx.mts';
import type { Customers } from './customers.mts';
import {
	expectMessage,
	expectWhole,
	expectWholeOrMessage,
	read,
	reads,
	type Check,
	type Reading,
	type Story,
} from './reading.mts';

/** By default, the key of a page is its URL, which is the same for all of them. */
const CACHE = 'proxy_cache pages; proxy_cache_valid 200 1m;';
const GZIP = 'gzip on; gzip_types application/json; gzip_min_length 1;';
const LIMIT = 'limit_req zone=five; limit_req_status';

const naming = (words: RegExp) => (reading: Reading) => expectMessage(reading, words);
const wholeOrNaming = (words: RegExp) => (reading: Reading) => expectWholeOrMessage(reading, words);

/** What nginx does, and how a read ends behind it; last, the offset of a page that another read left there. */
const GATEWAYS: Array<[name: string, directives: string, expect: Story['expect'], other?: number]> =
	[
		['compresses, and keeps its connections', GZIP, expectWhole],
		['allows 5 requests a second, otherwise 429', `${LIMIT} 429;`, expectWhole],
		['allows 5 requests a second, otherwise 503', `${LIMIT} 503;`, expectWhole],
		['drops x-page-more', 'proxy_hide_header x-page-more;', expectWhole],
		['drops x-page-next', 'proxy_hide_header x-page-next;', naming(/x-page-next/)],
		['drops x-page-offset', 'proxy_set_header x-page-offset "";', naming(/./)],
		['sends x-page-offset 0', 'proxy_set_header x-page-offset 0;', naming(/./)],
		['answers 403 with a web page', 'return 403;', naming(/web page|proxy/i)],
		['caches pages', CACHE, wholeOrNaming(/cache/i)],
		['has cached a page in the middle', CACHE, naming(/cache/i), 100],
		['has cached the last page', CACHE, naming(/cache/i), 300],
	];

/** Lets nginx cache a page, which names the next one even where it is the last, as the service may. */
async function cachePage(customers: Customers, { host }: Nginx, offset: number) {
	const next = { 'x-page-next': String(offset + 50) };
	customers.service.setFaults([{ kind: 'headers', set: next, times: 1 }]);
	await read(customers, { offset, maxRecords: 1 }, host);
}

/** A read through nginx comes whole, or ends with a message that says what may be in the way. */
export function behindNginx(customers: Customers, nginx: Nginx): Check[] {
	const { host } = nginx;
	const checks = GATEWAYS.map(([name, directives, expect, other]) =>
		reads(customers, {
			name: `nginx ${name}`,
			isQuick: !directives.startsWith(LIMIT),
			list: { rows: 320 },
			async arrange() {
				await nginx.restart(directives);
				if (other !== undefined) await cachePage(customers, nginx, other);
			},
			expect,
			host,
		}),
	);
	const restarts = reads(customers, {
		name: 'nginx restarts during the read',
		isQuick: true,
		list: { rows: 2_000 },
		arrange: nginx.restart,
		before: [10, nginx.restart],
		expect: expectWhole,
		host,
	});
	const twoMoments = reads(customers, {
		name: 'nginx has kept every other page, each at its own offset, and 60 are deleted at the front',
		isQuick: true,
		list: { rows: 500 },
		async arrange() {
			await nginx.restart(`${CACHE} proxy_cache_key $http_x_page_offset;`);
			for (const offset of [48, 144, 240, 336]) await cachePage(customers, nginx, offset);
			await customers.query("delete from customer where city < 'City 00060'");
		},
		expect: naming(/do not fit together/),
		host,
	});
	return [...checks, restarts, twoMoments];
}
