import { identityBy } from '../../../nodes/CustomerData/paging/identity';
import type { DataRecord, Step } from '../../../nodes/CustomerData/paging/answer';
import { type Failure, PageNotRead } from '../../../nodes/CustomerData/paging/failure';
import type { ListReader } from '../../../nodes/CustomerData/paging/listReader';
import { isTransient } from '../../../nodes/CustomerData/transport/statuses';
import { type Life, LivingList } from './livingList.mts';
import { VirtualTime } from './virtualTime.mts';

type ReadPages = (reader: ListReader, start: number) => AsyncGenerator<Step, void, void>;

interface Outcome {
	list: LivingList;
	/** The records that were read, or up to where the read ended. */
	ids: unknown[];
	failure: Failure | undefined;
	/** Whether the read noticed that the list changed. */
	moved: boolean;
}

/** Reads a list while others change it. */
export async function readLiving(
	readPages: ReadPages,
	life: Life,
	{ parallelRequests = 4, start = 0, maxRetries = 10 } = {},
): Promise<Outcome> {
	const time = new VirtualTime();
	const list = new LivingList(life, time);
	const records: DataRecord[] = [];
	let moved = false;
	const reader: ListReader = {
		list: 'GetCustomers',
		fetchPage: list.fetchPage,
		parallelRequests,
		identity: identityBy((field) => field !== 'readAt'),
		retryPolicy: { maxRetries, shouldRetry: isTransient, sleep: time.wait, random: () => 0 },
		nextTurn: async () => await time.wait(0),
		signal: new AbortController().signal,
		onMove: () => {
			moved = true;
		},
	};
	const read = async (): Promise<Failure | undefined> => {
		try {
			for await (const { kept, records: more } of readPages(reader, start)) {
				records.length = kept;
				records.push(...more);
			}
			return undefined;
		} catch (error) {
			if (error instanceof PageNotRead) return error.failure;
			throw error;
		}
	};
	const failure = await time.during(read());
	return { list, ids: records.map(({ id }) => id), failure, moved };
}
