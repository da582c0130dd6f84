import Fastify from 'fastify';

import { FaultPlan } from './faultPlan.mts';
import type { Fault } from './faults.mts';
import { CHANGE_KINDS, living, type ChangeKind, type Life } from './life.mts';
import { addOperations, refuseUnknown } from './operations.mts';
import { RecordList } from './recordList.mts';
import { customerGroup, customerIn, supplier } from './records.mts';
import { watchTraffic, type ReceivedRequest, type Traffic } from './traffic.mts';

export type { ChangeKind, Fault, ReceivedRequest };

export interface ServiceOptions {
	apiKey?: string;
	companyId?: string;
	/** Any free port when absent. */
	port?: number;
	sizes?: { customers?: number; customerGroups?: number; suppliers?: number };
	/** Milliseconds to wait before every answer. */
	latency?: number;
	pingBody?: 'text' | 'envelope';
	/** The most requests at the same time; further ones are refused. */
	maxConcurrent?: number;
	maxConcurrentStatus?: 429 | 503;
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
	lists: Record<ListOperation, RecordList>;
	/** Closes at once, even while requests hang. */
	close(): Promise<void>;
}

type ListOperation = 'GetCustomers' | 'GetCustomerGroups' | 'GetSuppliers';

export const DEFAULT_API_KEY = 'demo-api-key';
export const DEFAULT_COMPANY_ID = '1001';
export const DEFAULT_SIZES = { customers: 1240, customerGroups: 73, suppliers: 310 };

const PREFIX = '/rest/v1';

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const { apiKey = DEFAULT_API_KEY, companyId = DEFAULT_COMPANY_ID, pingBody = 'text' } = options;
	const lists = listsOf(options);
	const faults = new FaultPlan(options.faults);

	const app = Fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
	const traffic = watchTraffic(app, PREFIX, {
		maxConcurrent: options.maxConcurrent ?? Infinity,
		status: options.maxConcurrentStatus ?? 429,
	});
	traffic.latency = options.latency ?? 0;
	const observable = Object.assign(traffic, lifeOf(options));
	const takeFrom = living(observable);
	refuseUnknown(app);
	app.register(
		async (scope) => addOperations(scope, { apiKey, companyId, pingBody, lists, faults, takeFrom }),
		{ prefix: PREFIX },
	);
	const address = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });

	return Object.assign(observable, {
		baseUrl: address + PREFIX,
		apiKey,
		companyId,
		lists,
		setFaults: (next: Fault[]) => faults.set(next),
		close: () => app.close(),
	});
}

function lifeOf({ changes = 0, changeKinds = CHANGE_KINDS }: ServiceOptions): Life {
	return { changes, changeKinds, touched: new Set() };
}

function listsOf({ sizes = {} }: ServiceOptions): RunningService['lists'] {
	const { customers, customerGroups, suppliers } = { ...DEFAULT_SIZES, ...sizes };
	return {
		GetCustomers: new RecordList(customerIn(customerGroups), customers),
		GetCustomerGroups: new RecordList(customerGroup, customerGroups),
		GetSuppliers: new RecordList(supplier, suppliers),
	};
}
