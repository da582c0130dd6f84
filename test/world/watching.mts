import assert from 'node:assert/strict';
import { credentialFor } from '../engine/support/credentials.mts';
import { ActiveTrigger, eventsOf, locator } from '../engine/support/trigger.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { startNginx } from '../harness/servers/nginx.mts';
import type { Check } from './check.mts';
import type { Customers } from './customers.mts';
import { CACHE, namingNext } from './gateways.mts';
import { read } from './reading.mts';

const EVENTS = ['created', 'updated', 'removed'];

/** The trigger outputs nothing where nothing has changed. */
export function watching(customers: Customers, tools: ScriptTools): Check[] {
	const { service } = customers;
	const watch = (parallelRequests: number, baseUrl = service.baseUrl) =>
		new ActiveTrigger({
			credential: { ...credentialFor(service), baseUrl },
			parameters: { keyField: locator('code'), events: EVENTS, options: { parallelRequests } },
		});
	const atRest = [5, 10].map((alike): Check => ({
		name: `The trigger polls a list at rest 30 times, ${alike} rows a value`,
		isQuick: false,
		async prove(parallelRequests) {
			await customers.fill({ rows: 1_000, alike });
			const trigger = watch(parallelRequests);
			const events: string[] = [];
			for (let poll = 0; poll < 30; poll++) events.push(...(eventsOf(await trigger.poll()) ?? []));
			assert.equal(events.length, 0, `${events.length} events: ${events.slice(0, 9).join()}`);
			return `${service.requests.length}`;
		},
	}));
	const behindCache: Check = {
		name: 'The trigger polls behind an nginx that has cached another page',
		isQuick: true,
		async prove(parallelRequests) {
			await customers.fill({ rows: 60 });
			const nginx = await startNginx(tools, new URL(service.baseUrl).host);
			const trigger = watch(parallelRequests, `http://${nginx.host}/rest/v1`);
			await trigger.poll();
			await nginx.restart(CACHE);
			service.setFaults([namingNext(60, 10)]);
			await read(customers, { offset: 10 }, nginx.host);
			const events: string[] = [];
			let failed = 0;
			for (let poll = 0; poll < 5; poll++) {
				await trigger.poll().then(
					(items) => events.push(...(eventsOf(items) ?? [])),
					() => failed++,
				);
			}
			await nginx.stop();
			assert.equal(events.length, 0, events.join());
			return `${failed} of 5 polls failed`;
		},
	};
	return [...atRest, behindCache];
}
