import type { RecordList } from '../../service/recordList.mts';

interface Stay {
	from: number;
	to: number;
}

/** Notes when which record is in a list. */
export class History {
	private readonly stays = new Map<unknown, Stay[]>();

	constructor(
		list: RecordList,
		private readonly now = Date.now,
	) {
		for (const { Code } of list.page(0, list.length)) this.enter(Code, 0);
		const { insert, remove, move } = list;
		let isMoving = false;
		list.insert = (record, index) => {
			this.enter(record.Code, now());
			insert.call(list, record, index);
		};
		list.remove = (index, count = 1) => {
			for (const { Code } of isMoving ? [] : list.page(index, count)) this.leave(Code);
			remove.call(list, index, count);
		};
		list.move = (from, to) => {
			isMoving = true;
			move.call(list, from, to);
			isMoving = false;
		};
	}

	/** Whether the record was there all the time between two moments, in milliseconds since 1970. */
	wasThere(code: string, from: number, to: number): boolean {
		const stays = this.stays.get(code) ?? [];
		return stays.some((stay) => stay.from <= from && to <= stay.to);
	}

	private enter(code: unknown, from: number): void {
		this.stays.set(code, [...(this.stays.get(code) ?? []), { from, to: Infinity }]);
	}

	private leave(code: unknown): void {
		const stay = this.stays.get(code)?.at(-1);
		if (stay) stay.to = this.now();
	}
}
