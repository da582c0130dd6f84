import { seeded } from './random.mts';
import type { RecordList } from './recordList.mts';

export const CHANGE_KINDS = ['insert', 'update', 'move', 'remove'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How lists change while they are read. Any of it can be set at any time. */
export interface Life {
	/** Changes to a list for each page that is served from it, on average; 0 for none. */
	changes: number;
	/** One of these is chosen for each change. */
	changeKinds: readonly ChangeKind[];
	/** Codes of the records that were inserted, updated, moved or removed since the start. */
	touched: Set<unknown>;
}

/** With it, the same requests in the same order meet the same changes in every run. */
const SEED = 10;

/** Returns what makes half of a page's changes, on average: it is called before and after each. */
export function living(life: Life): (list: RecordList) => void {
	const random = seeded(SEED);
	return (list) => {
		for (let left = life.changes * random() + random(); left >= 1; left--) {
			change(list, life, random);
		}
	};
}

function change(list: RecordList, { changeKinds, touched }: Life, random: () => number): void {
	const below = (count: number) => Math.floor(random() * count);
	const kind = changeKinds[below(changeKinds.length)];
	const index = below(list.length);
	const record = kind === 'insert' ? list.makeAnother() : list.at(index);
	if (!record) return;
	const { Code } = record;
	touched.add(Code);
	if (kind === 'insert') list.insert(record, below(list.length + 1));
	else if (kind === 'update') list.upsert(index, { ...list.makeAnother(), Code });
	else if (kind === 'remove') list.remove(index);
	else list.move(index, (index + 1 + below(list.length - 1)) % list.length);
}
