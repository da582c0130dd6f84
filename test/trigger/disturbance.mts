import { setTimeout as sleep } from 'node:timers/promises';
import { living } from '../../service/life.mts';
import type { DataRecord } from '../../service/records.mts';
import type { RunningService } from '../../service/server.mts';

/** So many steps without a poll: more, and 'Max Removals (%)' would rightly hold back the rest. */
const MOST_STEPS = 12;

/** Somebody who changes the customers between polls, besides the service that does so during them. */
export class Disturbance {
	private readonly away: DataRecord[] = [];
	private readonly ended = new AbortController();
	private readonly changing: Promise<void>;

	/**
	 * @param changes to the list for each page that the service serves, on average
	 * @param random gives numbers from 0 to 1
	 */
	constructor(
		private readonly service: RunningService,
		changes: number,
		private readonly random: () => number,
	) {
		service.changes = changes;
		this.changing = this.change();
	}

	/** Lets the list rest, once all customers that were away are back. */
	async end(): Promise<void> {
		this.service.changes = 0;
		this.ended.abort();
		await this.changing;
		while (this.away.length > 0) this.bringBack();
	}

	private async change(): Promise<void> {
		const { random } = this;
		const { changeKinds, touched, lists } = this.service;
		const make = (changes: number) =>
			living({ changes, changeKinds, touched })(lists.GetCustomers, () => undefined);
		let steps = 0;
		let requests = 0;
		while (await this.pause(random() * 2_500)) {
			if (this.service.requests.length > requests) steps = 0;
			requests = this.service.requests.length;
			steps += 1;
			if (steps > MOST_STEPS) continue;
			const dice = random();
			if (dice < 0.5) make(3);
			else if (dice < 0.7) this.takeAway();
			else if (dice < 0.95) this.bringBack();
			else make(40);
		}
	}

	private takeAway(): void {
		const list = this.service.lists.GetCustomers;
		const index = Math.floor(this.random() * list.length);
		const record = list.at(index);
		if (!record) return;
		list.remove(index);
		this.away.push(record);
	}

	private bringBack(): void {
		const record = this.away.shift();
		const list = this.service.lists.GetCustomers;
		if (record) list.insert(record, Math.floor(this.random() * (list.length + 1)));
	}

	/** @returns whether to go on */
	private async pause(milliseconds: number): Promise<boolean> {
		const { signal } = this.ended;
		return await sleep(milliseconds, true, { signal }).catch(() => false);
	}
}
