import assert from 'node:assert/strict';
import { credentialFor } from '../engine/support/credentials.mts';
import { ActiveTrigger, eventsOf, locator } from '../engine/support/trigger.mts';
import type { Customers } from './customers.mts';
import type { Check } from './reading.mts';

const FAILED = 'A poll failed';

/** The trigger outputs no removal where nobody is removed. */
export function watching(customers: Customers): Check[] {
	const watch = (parallelRequests: number) => {
		const credential = credentialFor(customers.service);
		const events = ['created', 'updated', 'removed'];
		const parameters = { keyField: locator('code'), events, options: { parallelRequests } };
		return new ActiveTrigger({ credential, parameters });
	};
	return [120, 320, 1_000].flatMap((rows) =>
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
