import Fastify from 'fastify';
import type { Server } from 'node:http';
import type { TlsOptions } from 'node:tls';

import { answerTo } from './answer.mts';
import { FaultPlan } from './faultPlan.mts';
import type { Fault } from './faults.mts';
import { CHANGE_KINDS, living, type ChangeKind, type Life } from './life.mts';
import { addOperations } from './operations.mts';
import { RecordList } from './recordList.mts';
import { customerGroup, customerIn, supplier } from './records.mts';
import { PREFIX, refuse, watchTraffic } from './traffic.mts';
import type { Limit, ReceivedRequest, Traffic } from './traffic.mts';

export type { ChangeKind, Fault, ReceivedRequest };

export interface ServiceOptions extends Limit {
	apiKey?: string;
	companyId?: string;
	/** 127.0.0.1 when absent. */
	host?: string;
	/** Any free port when absent. */
	port?: number;
	/** For HTTPS; plain HTTP when absent. */
	tls?: TlsOptions;
	sizes?: { customers?: number; customerGroups?: number; suppliers?: number };
	/** Milliseconds to wait before every answer. */
	latency?: number;
	faults?: Fault[];
	/** Changes to a list for each page that is served from it, on average; none when absent. */
	changes?: number;
	/** Every kind when absent. */
	changeKinds?: readonly ChangeKind[];
}

export interface RunningService extends Traffic, Life {
	/** http://127.0.0.1:PORT/rest/v1 */
	baseUrl: string;
	apiKey: string;
	companyId: string;
	setFaults(faults: Fault[]): void;
	lists: Record<'GetCustomers' | 'GetCustomerGroups' | 'GetSuppliers', RecordList>;
	server: Server;
	/** Closes at once, even while requests hang. */
	close(): Promise<void>;
}

export const DEFAULT_API_KEY = 'demo-api-key';
export const DEFAULT_COMPANY_ID = '1001';
export const DEFAULT_SIZES = { customers: 1240, customerGroups: 73, suppliers: 310 };

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const { apiKey = DEFAULT_API_KEY, companyId = DEFAULT_COMPANY_ID } = options;
	const { host = '127.0.0.1', port = 0, tls = null } = options;
	const { latency = 0, changes = 0, changeKinds = CHANGE_KINDS } = options;
	const observable = { requests: [], latency, changes, changeKinds, touched: new Set() };
	const lists = listsOf(options);
	const faults = new FaultPlan({ apiKey, companyId }, options.faults);
	const takeFrom = living(observable);

	const app = Fastify({ https: tls, exposeHeadRoutes: false, forceCloseConnections: true });
	watchTraffic(app, observable, options);
	app.addHook('onRequest', async ({ headers }) => {
		if (headers['x-api-key'] === apiKey && headers['x-company-id'] === companyId) return;
		refuse(401, 'The API key or the company id is not valid.');
	});
	addOperations(app, lists, (request) =>
		takeFrom(request.list, () => faults.apply(answerTo(request), request)),
	);
	const address = await app.listen({ host, port });

	return Object.assign(observable, {
		baseUrl: address + PREFIX,
		apiKey,
		companyId,
		lists,
		server: app.server,
		setFaults: (next: Fault[]) => faults.set(next),
		close: () => app.close(),
	});
}

function listsOf({ sizes }: ServiceOptions): RunningService['lists'] {
	const { customers, customerGroups, suppliers } = { ...DEFAULT_SIZES, ...sizes };
	return {
		GetCustomers: new RecordList(customerIn(customerGroups), customers),
		GetCustomerGroups: new RecordList(customerGroup, customerGroups),
		GetSuppliers: new RecordList(supplier, suppliers),
	};
}
