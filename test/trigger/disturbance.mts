import { setTimeout as sleep } from 'node:timers/promises';
import { living } from '../../service/life.mts';
import type { DataRecord } from '../../service/records.mts';
import type { ChangeKind, RunningService } from '../../service/server.mts';

/** Few removals and pauses while n8n is down, or 'Max Removals (%)' would rightly hold them back. */
const KINDS: ChangeKind[] = ['insert', 'update', 'update', 'update', 'move', 'move', 'remove'];
const LONGEST_SILENCE_MS = 10_000;

/** Somebody who changes the customers between polls, besides the service that does so during them. */
export class Disturbance {
	private readonly away: DataRecord[] = [];
	private readonly ended = new AbortController();
	private readonly changing: Promise<void>;

	/**
	 * @param life `changes` to the list for each page that the service serves, on average; `isLasting`
	 * when no record leaves the list
	 * @param random gives numbers from 0 to 1
	 */
	constructor(
		private readonly service: RunningService,
		private readonly life: { changes: number; isLasting: boolean },
		private readonly random: () => number,
	) {
		service.changes = life.changes;
		service.changeKinds = KINDS.filter((kind) => !life.isLasting || kind !== 'remove');
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
		const { changeKinds, touched, lists, requests } = this.service;
		const make = (changes: number) =>
			living({ changes, changeKinds, touched })(lists.GetCustomers, () => undefined);
		while (await this.pause(random() * 2_500)) {
			const { at = 0 } = requests.at(-1) ?? {};
			if (Date.now() - at > LONGEST_SILENCE_MS) continue;
			const dice = random();
			if (dice < 0.5 || this.life.isLasting) make(3);
			else if (dice < 0.65) this.takeAway();
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
