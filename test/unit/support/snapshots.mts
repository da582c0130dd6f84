import {
	decodeEntries,
	encodeEntries,
	type Snapshot,
} from '../../../nodes/CustomerData/watch/snapshot';

export const emptySnapshot: Snapshot = {
	entries: new Map(),
	watched: { fields: [], ignored: [] },
	emitted: 0,
	epoch: 'epoch',
	foundNothing: false,
	emitsExisting: false,
};

/** The snapshot as n8n would store it. */
export function encodeSnapshot({ entries, ...rest }: Snapshot): string {
	return JSON.stringify({ ...rest, entries: encodeEntries(entries) });
}

export function decodeSnapshot(text: string): Snapshot {
	const stored = JSON.parse(text);
	const entries = decodeEntries(stored.entries);
	if (!entries) throw new Error('The entries could not be read back');
	return { ...stored, entries };
}
