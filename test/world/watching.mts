import assert from 'node:assert/strict';
import type { Nginx } from '../../harness/servers/nginx.mts';
import { credentialFor } from '../engine/support/credentials.mts';
import { ActiveTrigger, eventsOf, locator } from '../engine/support/trigger.mts';
import type { Customers } from './customers.mts';
import { CACHE, cachePage } from './gateways.mts';
import { baseUrlAt, type Check } from './reading.mts';

const FAILED = 'A poll failed';

/** The trigger outputs nothing where nothing has changed, and no removal where nobody is removed. */
export function watching(customers: Customers, nginx: Nginx): Check[] {
	const watch = (parallelRequests: number, host?: string) => {
		const credential = { ...credentialFor(customers.service), ...baseUrlAt(host) };
		const events = ['created', 'updated', 'removed'];
		const parameters = { keyField: locator('code'), events, options: { parallelRequests } };
		return new ActiveTrigger({ credential, parameters });
	};
	const atRest = [5, 10].map((alike) => ({
		name: `The trigger polls a list at rest 30 times, ${alike} rows a value`,
		isQuick: false,
		async prove(parallelRequests: number) {
			await customers.fill({ rows: 1_000, alike });
			const lines = await poll(watch(parallelRequests), 30);
			assert.ok(lines.length === 0, summary(lines));
			return `${customers.service.requests.length} requests`;
		},
	}));
	const behindCache: Check = {
		name: 'The trigger polls behind an nginx that has cached another page',
		isQuick: true,
		async prove(parallelRequests) {
			await customers.fill({ rows: 60 });
			await nginx.restart();
			const trigger = watch(parallelRequests, nginx.host);
			await trigger.poll();
			await nginx.restart(CACHE);
			await cachePage(customers, nginx, 10);
			const lines = await poll(trigger, 5);
			const events = lines.filter((line) => !line.startsWith(FAILED));
			assert.ok(events.length === 0, summary(events));
			assert.equal(lines.length, 5, 'nginx had not cached the page');
			return summary(lines);
		},
	};
	const bulkUpdates = [120, 320, 1_000].flatMap((rows) =>
		['changed', 'changed desc'].flatMap((order) =>
			[rows, rows / 2, 30].map((alike) => ({
				name: `The trigger polls, ${alike} of ${rows} rows get one value, by ${order}, and it polls again`,
				isQuick: rows === 320,
				async prove(parallelRequests: number) {
					await customers.fill({ rows, order });
					const trigger = watch(parallelRequests);
					assert.deepEqual(await poll(trigger, 2), []);
					await customers.query(`update customer set changed = 0 where changed < ${alike}`);
					const lines = await poll(trigger, 6);
					const wrong = lines.filter(
						(line) => !/^updated |order of the list|do not fit together/.test(line),
					);
					assert.ok(wrong.length === 0, summary(wrong));
					const failed = lines.filter((line) => line.startsWith(FAILED));
					return `${failed.length} of 6 polls end`;
				},
			})),
		),
	);
	return [...atRest, behindCache, ...bulkUpdates];
}

/** What the polls output, and why some failed. */
async function poll(trigger: ActiveTrigger, times: number): Promise<string[]> {
	const all: string[] = [];
	for (let time = 0; time < times; time++) {
		const events = trigger.poll().then(eventsOf);
		all.push(...((await events.catch((error) => [`${FAILED}: ${error.message}`])) ?? []));
	}
	return all;
}

function summary(lines: string[]): string {
	return `${lines.length}, such as ${[...new Set(lines)].slice(0, 9).join(', ')}`;
}
