import { setTimeout as sleep } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import Fastify from 'fastify';
import { failure, type Answer } from './answer.mts';
import { deliver } from './deliver.mts';
import { FaultPlan, type Fault } from './faults.mts';
import { CHANGE_KINDS, living, type ChangeKind, type Life } from './life.mts';
import { listFrom, RecordList, type Source } from './recordList.mts';
import { customerGroup, customerIn, supplier, type RecordMaker } from './records.mts';
import { PREFIX, receive, type ReceivedRequest, type Traffic } from './traffic.mts';

export type { ChangeKind, Fault };

export interface ServiceOptions {
	apiKey?: string;
	companyId?: string;
	/** 127.0.0.1 when absent. */
	host?: string;
	/** Any free port when absent. */
	port?: number;
	/** For HTTPS; plain HTTP when absent. */
	tls?: TlsOptions;
	/** Where the first company's customers come from, page by page; a list in memory when absent. */
	source?: Source;
	sizes?: { customers?: number; customerGroups?: number; suppliers?: number };
	/** Milliseconds to wait before every answer. */
	latency?: number;
	faults?: Fault[];
	/** Changes to a list for each page that is served from it, on average; none when absent. */
	changes?: number;
}

export type RunningService = Awaited<ReturnType<typeof startService>>;

export const DEFAULTS = {
	apiKey: 'demo-api-key',
	companyId: '1001',
	sizes: { customers: 1240, customerGroups: 73, suppliers: 310 },
};

/** The API key reads a second company, too, with records of its own. */
const SECOND = {
	companyId: '1002',
	sizes: { customers: 38, customerGroups: 5, suppliers: 12 },
	firstIndex: 900_000,
};

export async function startService(options: ServiceOptions = {}) {
	const { apiKey = DEFAULTS.apiKey, companyId = DEFAULTS.companyId } = options;
	const { latency = 0, changes = 0, source } = options;
	const traffic: Traffic = { requests: [], latency };
	const life: Life = { changes, changeKinds: CHANGE_KINDS, touched: new Set() };
	const state = Object.assign(traffic, life);
	const lists = listsOf(options);
	const second = { companyId: SECOND.companyId, lists: listsOf(SECOND) };
	const companies = new Map<unknown, Record<string, RecordList>>([
		[second.companyId, second.lists],
		[companyId, lists],
	]);
	const plan = new FaultPlan({ apiKey, companyId });
	plan.set(options.faults ?? []);
	const changeSome = living(state);

	const servedList = async (found: RecordList | undefined, offset: number, limit: number) =>
		source && found === lists.GetCustomers ? await listFrom(source, offset, limit) : found;

	const answerTo = async (request: ReceivedRequest): Promise<Answer> => {
		const { operation, offset, limit = 0, headers } = request;
		const operations = companies.get(headers['x-company-id']);
		if (headers['x-api-key'] !== apiKey || !operations) {
			return failure(401, 'The API key or the company id is not valid.');
		}
		if (operation !== 'Ping' && !Object.hasOwn(operations, operation)) {
			return failure(404, 'There is no operation with this name.');
		}
		if (offset === undefined || limit < 1 || limit > 50) return failure(400, PAGING);
		const list = await servedList(operations[operation], offset, limit);
		if (list) changeSome(list);
		const answer = plan.answer({ operation, list, offset, limit });
		if (list) changeSome(list);
		return answer;
	};

	const https = options.tls ?? null;
	const app = Fastify({ https, exposeHeadRoutes: false, forceCloseConnections: true });
	app.get('*', async ({ raw, signal }, reply) => {
		const received = receive(state, raw, reply.raw);
		if (state.latency > 0) await sleep(state.latency, undefined, { signal }).catch(() => undefined);
		return signal.aborted ? reply.hijack() : deliver(await answerTo(received), reply);
	});
	const { host = '127.0.0.1', port = 0 } = options;
	const address = await app.listen({ host, port });

	return Object.assign(state, {
		/** http://127.0.0.1:PORT/rest/v1 */
		baseUrl: address + PREFIX,
		apiKey,
		companyId,
		lists,
		second,
		server: app.server,
		setFaults: (next: Fault[]) => plan.set(next),
		/** Closes at once, even while requests hang. */
		close: () => app.close(),
	});
}

/**
 * The specification does not say whether a limit above 50 is refused or read as 50; refusing is
 * stricter. Nor does it say which headers Ping needs (section 4.2); here it needs all of them.
 */
const PAGING = 'x-page-offset has to be a whole number, and x-page-limit one from 1 to 50.';

function listsOf({ sizes, firstIndex = 0 }: ServiceOptions & { firstIndex?: number }) {
	const { customers, customerGroups, suppliers } = { ...DEFAULTS.sizes, ...sizes };
	const list = (make: RecordMaker, length: number) =>
		new RecordList((index) => make(firstIndex + index), length);
	return {
		GetCustomers: list(customerIn(customerGroups), customers),
		GetCustomerGroups: list(customerGroup, customerGroups),
		GetSuppliers: list(supplier, suppliers),
	};
}
