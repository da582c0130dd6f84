import { quicklySeeded } from './random.mts';
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

/** Takes something from a list; the list may change before and after, but not meanwhile. */
type TakeFrom = <Taken>(list: RecordList | undefined, take: () => Taken) => Taken;

/** With it, the same requests in the same order meet the same changes in every run. */
const SEED = 10;

/** Changes lists as `life` says at that moment. */
export function living(life: Life): TakeFrom {
	const randomizer = quicklySeeded();
	randomizer.seed(SEED);
	const random = () => randomizer.next();
	/** Half of the changes for a page, on average. */
	const changeSome = (list: RecordList) => {
		const changes = Math.floor(life.changes * random() + random());
		for (let made = 0; made < changes; made++) change(list, life, random);
	};
	return (list, take) => {
		if (list === undefined) return take();
		changeSome(list);
		const taken = take();
		changeSome(list);
		return taken;
	};
}

function change(list: RecordList, { changeKinds, touched }: Life, random: () => number): void {
	const { length } = list;
	const below = (count: number) => Math.floor(random() * count);
	const possible = changeKinds.filter((kind) => length >= FEWEST_RECORDS[kind]);
	const kind = possible[below(possible.length)];
	if (kind === undefined) return;
	if (kind === 'insert') {
		const record = list.makeAnother();
		touched.add(record.Code);
		return list.insert(record, below(length + 1));
	}
	const index = below(length);
	const Code = list.at(index)?.Code;
	touched.add(Code);
	if (kind === 'update') list.upsert(index, { ...list.makeAnother(), Code });
	else if (kind === 'remove') list.remove(index);
	else list.move(index, (index + 1 + below(length - 1)) % length);
}

/** Without other records there is no place to move to. */
const FEWEST_RECORDS: Record<ChangeKind, number> = { insert: 0, update: 1, remove: 1, move: 2 };
