import type { ScriptTools } from '../../harness/script/script.mts';
import type { DataRecord } from '../../service/records.mts';
import { startService } from '../../service/server.mts';

export interface Contents {
	rows: number;
	/** How many have the same city, and were changed at the same time. */
	alike?: number;
	/** Of how many that is true: the first ones. The others are unlike all; by default, there are none. */
	upTo?: number;
	/** What the service sorts by. */
	order?: string;
	/** Whether each record has the time at which it was read. */
	isStamped?: boolean;
}

/** What is done before that page is served; the first one since the table is full is 1. */
export type Before = [page: number, run: () => Promise<unknown>];

export type Customers = Awaited<ReturnType<typeof startCustomers>>;

const COLUMNS = 'code varchar(9) primary key, city varchar(15), changed int, note varchar(9)';

/** Has no factor in common with a number of rows, so no order is the one in which they were inserted. */
const STRIDE = 7919;

/** A table of customers, and the practice service, which sends a query for each page that it serves. */
export async function startCustomers(
	/** Runs one statement, which is a transaction of its own. */
	{ query }: { query: (sql: string) => Promise<DataRecord[]> },
	{ cleanup }: ScriptTools,
) {
	let columns = '*';
	let ordered = '';
	let served = 0;
	let before: Before | undefined;

	const source = async (offset: number, limit: number): Promise<DataRecord[]> => {
		served += 1;
		if (served === before?.[0]) await before[1]();
		return await query(
			`select ${columns} from customer ${ordered} limit ${limit} offset ${offset}`,
		);
	};
	const service = await startService({ source });
	cleanup.add(() => service.close());

	return {
		service,
		query,
		/** Replaces the table. */
		async fill(contents: Contents, change?: Before): Promise<void> {
			const { order = 'city', isStamped } = contents;
			columns = isStamped ? '*, clock_timestamp() as read_at' : '*';
			ordered = order && `order by ${order}`;
			await query('drop table if exists customer');
			await query(`create table customer (${COLUMNS})`);
			await query(`insert into customer values ${tuples(contents)}`);
			served = 0;
			before = change;
			service.requests.length = 0;
			service.setFaults([]);
		},
		rows: async () => await query('select * from customer'),
		/** Starts a copy of the service that has only the first rows. */
		async startCopy(rows: number) {
			const first: typeof source = async (offset, limit) => {
				const found = await source(offset, limit);
				return found.slice(0, Math.max(0, rows - offset));
			};
			const copy = await startService({ source: first });
			cleanup.add(() => copy.close());
			return new URL(copy.baseUrl).host;
		},
	};
}

/** Rows for SQL. By city, the first `alike` of them are in City 00000, the next ones in City 00001. */
export function tuples({ rows, alike = 1, upTo = rows }: Contents, prefix = ''): string {
	const row = (_: unknown, index: number) => {
		const place = (index * STRIDE) % rows;
		const group = place < upTo ? Math.floor(place / alike) : place;
		return `('${prefix}C${digits(index)}', '${prefix}City ${digits(group)}', ${group}, 'as it was')`;
	};
	return Array.from({ length: rows }, row).join();
}

export function digits(count: number): string {
	return String(count).padStart(5, '0');
}
