import { describe } from 'vitest';
import type { Nginx } from '../../harness/servers/nginx.mts';
import type { Customers } from './customers.mts';
import {
	expectMessage,
	expectWhole,
	expectWholeOrMessage,
	read,
	type Reading,
} from './reading.mts';
import { AT_ONCE, quickly, test } from './world.mts';

/** By default, the key of a page is its URL, which is the same for all of them. */
const CACHE = 'proxy_cache pages; proxy_cache_valid 200 1m;';
const GZIP = 'gzip on; gzip_types application/json; gzip_min_length 1;';
const LIMIT = 'limit_req zone=five; limit_req_status';

const naming = (words: RegExp) => (reading: Reading) => expectMessage(reading, words);
const wholeOrNaming = (words: RegExp) => (reading: Reading) => expectWholeOrMessage(reading, words);

/** What nginx does, and how a read ends behind it; last, the offset of a page that another read left there. */
const GATEWAYS: Array<
	[name: string, directives: string, expect: (reading: Reading) => void, other?: number]
> = [
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

describe.each(AT_ONCE)(
	'through nginx, %d at a time, a list comes whole or with a message',
	(parallelRequests) => {
		const options = { parallelRequests };

		for (const [name, directives, expect, other] of GATEWAYS) {
			const quick = quickly(!directives.startsWith(LIMIT), parallelRequests);
			test(`it ${name}`, quick, async ({ postgres, nginx }) => {
				await postgres.fill({ rows: 320 });
				await nginx.restart(directives);
				if (other !== undefined) await cachePage(postgres, nginx, other);
				expect(await read(postgres, options, nginx.host));
			});
		}

		test(
			'it restarts during the read',
			quickly(true, parallelRequests),
			async ({ postgres, nginx }) => {
				await postgres.fill({ rows: 2_000 }, [10, nginx.restart]);
				await nginx.restart();
				expectWhole(await read(postgres, options, nginx.host));
			},
		);

		const kept =
			'it has kept every other page, each at its own offset, and 60 are deleted at the front';
		test(kept, quickly(true, parallelRequests), async ({ postgres, nginx }) => {
			await postgres.fill({ rows: 500 });
			await nginx.restart(`${CACHE} proxy_cache_key $http_x_page_offset;`);
			for (const offset of [48, 144, 240, 336]) await cachePage(postgres, nginx, offset);
			await postgres.query("delete from customer where city < 'City 00060'");
			expectMessage(await read(postgres, options, nginx.host), /do not fit together/);
		});
	},
);

describe('through nginx, a list comes whole where a copy of the service takes turns that lacks the last records', () => {
	for (const parallelRequests of AT_ONCE.filter((count) => count > 1)) {
		for (const rows of [350, 400, 2_000]) {
			const name = `${rows} rows, ${parallelRequests} at a time`;
			// Not among the quick ones: beside them, requests can arrive in another order than they were sent.
			test(name, async ({ postgres, nginx }) => {
				await postgres.fill({ rows });
				await nginx.restart('', await postgres.startCopy(rows - 100));
				// Each read begins with the other one, or not.
				for (let nth = 0; nth < 4; nth++) {
					expectWhole(await read(postgres, { parallelRequests }, nginx.host));
				}
			});
		}
	}
});
