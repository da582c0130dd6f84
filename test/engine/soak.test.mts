import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { quicklySeeded } from '../../service/random.mts';
import { credentialFor, useService } from './support/service.mts';
import { ActiveTrigger } from './support/trigger.mts';

const POLLS = 400;
const RESTART_EVERY = 50;

const service = useService({ sizes: { customers: 220 } });

it('keeps a copy equal to a list that changes between and during hundreds of polls', async () => {
	const list = service().lists.GetCustomers;
	const chance = quicklySeeded();
	chance.seed(7);
	const random = () => chance.next();
	const page = list.page.bind(list);
	let born = 0;
	const below = (count: number) => Math.floor(random() * count);
	const change = () => {
		const index = below(list.length);
		switch (below(3)) {
			case 0:
				return list.insert({ Code: `NEW${++born}`, Name: 'New' }, index);
			case 1:
				return list.upsert(index, { ...page(index, 1)[0], Name: `Name ${random()}` });
			default:
				return list.remove(index);
		}
	};

	// The list changes during some reads, between two pages.
	let moving = true;
	list.page = (offset, limit) => {
		if (moving && random() < 0.1) change();
		return page(offset, limit);
	};

	const setting = {
		credential: credentialFor(service()),
		parameters: {
			events: ['created', 'updated', 'removed'],
			// One request after the other, so that the list changes the same way in every run.
			options: { emitExisting: true, parallelRequests: 1 },
		},
	};
	const copy = new Map<unknown, unknown>();
	let emitted = 0;
	let falselyRemoved = 0;
	let trigger = new ActiveTrigger(setting);
	const pollOnce = async () => {
		const keys = new Set(page(0, list.length).map(({ Code }) => Code));
		for (const item of (await trigger.poll()) ?? []) {
			emitted += 1;
			if (item.event === 'removed' && keys.has(String(item.key))) falselyRemoved += 1;
			apply(item, copy);
		}
	};
	for (let poll = 1; poll <= POLLS; poll++) {
		if (random() < 0.7) change();
		await pollOnce();
		if (poll % RESTART_EVERY === 0)
			trigger = new ActiveTrigger({ ...setting, stored: trigger.stored });
	}
	moving = false;
	for (let quiet = 0; quiet < 3; quiet++) await pollOnce();

	expect(emitted).toBeGreaterThan(POLLS);
	expect(falselyRemoved).toBe(0);
	expect(new Map(copy)).toEqual(
		new Map(page(0, list.length).map((record) => [record.Code, record])),
	);
});

function apply({ event, key, record }: IDataObject, copy: Map<unknown, unknown>): void {
	if (event === 'removed') expect(copy.delete(key)).toBe(true);
	else {
		expect(copy.has(key)).toBe(event === 'updated');
		copy.set(key, record);
	}
}
