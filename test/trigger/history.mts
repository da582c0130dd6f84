import type { RecordList } from '../../service/recordList.mts';

/** Notes when which record is away from a list. */
export class History {
	private readonly absences = new Map<unknown, Array<{ from: number; to: number }>>();

	constructor(list: RecordList, now = Date.now) {
		const { absences } = this;
		const { insert, remove, move } = list;
		const removeAndNote: RecordList['remove'] = (index, count = 1) => {
			for (const { Code } of list.page(index, count)) {
				absences.set(Code, [...(absences.get(Code) ?? []), { from: now(), to: Infinity }]);
			}
			remove.call(list, index, count);
		};
		list.remove = removeAndNote;
		list.insert = (record, index) => {
			const absence = absences.get(record.Code)?.at(-1);
			if (absence) absence.to = now();
			insert.call(list, record, index);
		};
		// To move is to remove and to insert at once, and the record is never away.
		list.move = (from, to) => {
			list.remove = remove;
			move.call(list, from, to);
			list.remove = removeAndNote;
		};
	}

	/** Whether a record that was in the list before stayed there between two moments. */
	stayed(code: string, from: number, to: number): boolean {
		const absences = this.absences.get(code) ?? [];
		return !absences.some((absence) => absence.from < to && from < absence.to);
	}
}
