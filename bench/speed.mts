import { credentialFor } from '../harness/n8n/credential.mts';
import { Failure } from '../harness/script/failure.mts';
import type { RecordList } from '../service/recordList.mts';
import { startService } from '../service/server.mts';
import { CONTENDERS } from './contenders.mts';
import { withN8n, type Bench } from './n8n.mts';
import { LISTS, NAMES, type List, type Measurement } from './results.mts';

const ROUNDS = 3;

interface Rounds extends Pick<Measurement, 'contender' | 'list'> {
	milliseconds: number[];
	peak: number[];
}

/** In turns, each contender reads the lists in an n8n of its own. */
export async function measureSpeed(bench: Bench): Promise<{ measurements: Measurement[] }> {
	const { isQuick, report, cleanup } = bench;
	const lists = isQuick ? (['short', 'atOnce'] as const) : (Object.keys(LISTS) as List[]);
	const service = await startLongService(Math.max(...lists.map((list) => LISTS[list].records)));
	cleanup.add(() => service.close());
	const measurements = NAMES.flatMap((contender) =>
		lists.map((list): Rounds => ({ contender, list, milliseconds: [], peak: [] })),
	);
	for (let round = 1; round <= (isQuick ? 1 : ROUNDS); round++) {
		for (const name of NAMES) {
			const { label, draft, items, isTrigger } = CONTENDERS[name];
			await withN8n(bench, async ({ rest, run, poll }) => {
				const credential = await rest.createCredential(credentialFor(service));
				const read = async (list: List) => {
					service.serve(LISTS[list]);
					const found = await (isTrigger ? poll : run)(draft(credential));
					if (!found.message && found.items === items(LISTS[list].records)) return found;
					throw new Failure(`${label}: ${found.message ?? `${found.items} items`}`);
				};
				// The first execution also loads and compiles code.
				await read('short');
				for (const own of measurements.filter(({ contender }) => contender === name)) {
					const { milliseconds, peak } = await read(own.list);
					own.milliseconds.push(milliseconds);
					own.peak.push(peak);
					const figures = `${milliseconds} ms, ${Math.round(peak / 1e6)} MB`;
					report(`  ${round}. ${label}, ${own.list}: ${figures}`);
				}
			});
		}
	}
	const medians = measurements.map(({ milliseconds, peak, ...what }) => ({
		...what,
		milliseconds: median(milliseconds),
		peak: median(peak),
	}));
	return { measurements: medians };
}

function median(rounds: number[]): number {
	return rounds.toSorted((a, b) => a - b)[rounds.length >> 1] ?? NaN;
}

/** The reference service with lists that were made before, because that takes longer than to read them. */
async function startLongService(longest: number) {
	const service = await startService({ sizes: { customers: longest + 1 } });
	const { GetCustomers: customers, GetCustomerGroups: rows } = service.lists;
	const made = customers.page(0, customers.length);
	const fill = (list: RecordList, length: number) => {
		list.remove(0, list.length);
		for (const record of made.slice(0, length)) list.insert(record);
	};
	const serve = ({ records, latency }: (typeof LISTS)[List]) => {
		fill(customers, records);
		fill(rows, records + 1);
		service.latency = latency;
	};
	return Object.assign(service, { serve });
}
