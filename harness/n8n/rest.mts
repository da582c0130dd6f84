import { z } from 'zod';
import { Failure } from '../script/failure.mts';
import { waitFor } from '../script/waitFor.mts';
import { executionSchema, type Execution } from './execution.mts';

export interface Credential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface Column {
	name: string;
	type: 'string' | 'number' | 'boolean';
}

export type Row = Record<string, unknown>;

export interface WorkflowDraft {
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

const envelope = z.object({ data: z.unknown() }).transform(({ data }) => data);
const identified = z.object({ id: z.string() });
const workflowSchema = identified.extend({ versionId: z.string() }).passthrough();
export type Workflow = z.infer<typeof workflowSchema>;

const testResultSchema = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });
const startedSchema = z.object({ executionId: z.coerce.string() });
const listedSchema = z.object({ results: z.array(z.object({ id: z.coerce.string() })) });
const rowsSchema = z.object({ count: z.number(), data: z.array(z.record(z.unknown())) });

/** A client for the parts we need of the internal REST API that n8n's editor uses. */
export class N8nRest {
	constructor(
		readonly url: string,
		private readonly signal?: AbortSignal,
		/** Of a signed-in user. */
		public cookie = '',
	) {}

	async personalProjectId(): Promise<string> {
		return (await this.call('GET', '/projects/personal', identified)).id;
	}

	async createCredential(draft: Omit<Credential, 'id'>): Promise<Credential> {
		return { ...draft, ...(await this.call('POST', '/credentials', identified, draft)) };
	}

	/** Tests a credential, as the button in its form does. */
	async testCredential(credentials: Credential): Promise<z.infer<typeof testResultSchema>> {
		return await this.call('POST', '/credentials/test', testResultSchema, { credentials });
	}

	async createWorkflow(draft: WorkflowDraft): Promise<Workflow> {
		// n8n before 2.0 requires `active`, and each goes on from what ran before only with `pinData`.
		const body = { active: false, pinData: {}, ...draft };
		return await this.call('POST', '/workflows', workflowSchema, body);
	}

	/** Saves a workflow with other content. */
	async saveWorkflow({ id }: Workflow, change: Partial<WorkflowDraft>): Promise<Workflow> {
		return await this.call('PATCH', `/workflows/${id}`, workflowSchema, change);
	}

	/** Publishes a workflow; before n8n 2.0 this was called activating. */
	async activate({ id, versionId }: Workflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/activate`, z.unknown(), { versionId });
	}

	async deactivate({ id }: Pick<Workflow, 'id'>): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, z.unknown());
	}

	/** The IDs of the workflow's executions, oldest first. */
	async executionIds({ id }: Workflow): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await this.call('GET', `/executions?filter=${filter}`, listedSchema);
		return results.map((execution) => execution.id).reverse();
	}

	/** Runs a workflow from one of its triggers and waits until it ends, successfully or not. */
	async run(workflow: Workflow, trigger: string): Promise<Execution> {
		return await this.finished(await this.startRun(workflow, trigger));
	}

	/** @param how what the editor adds, such as the node up to which it runs */
	async startRun(workflow: Workflow, trigger: string, how?: object): Promise<string> {
		// n8n before 2.0 runs the workflow in the request, later versions the saved one.
		const body = { workflowData: workflow, triggerToStartFrom: { name: trigger }, ...how };
		const path = `/workflows/${workflow.id}/run`;
		return (await this.call('POST', path, startedSchema, body)).executionId;
	}

	/** Retries a failed execution as n8n's list of executions does, and waits until that ends. */
	async retry({ id }: Execution, loadWorkflow: boolean): Promise<Execution> {
		const path = `/executions/${id}/retry`;
		return await this.finished((await this.call('POST', path, identified, { loadWorkflow })).id);
	}

	async finished(id: string): Promise<Execution> {
		const find = async () => {
			const execution = await this.execution(id);
			return hasFinished(execution) && execution;
		};
		const failure = `Execution ${id} did not finish`;
		const timing = { withinMs: 300_000, everyMs: 250, signal: this.signal };
		return await waitFor(find, { failure, ...timing });
	}

	async execution(id: string): Promise<Execution> {
		return await this.call('GET', `/executions/${id}`, executionSchema);
	}

	/** Creates an empty data table, and returns its ID. */
	async createTable(projectId: string, name: string, columns: Column[]): Promise<string> {
		const path = `/projects/${projectId}/data-tables`;
		return (await this.call('POST', path, identified, { name, columns })).id;
	}

	/** All rows of a data table, in the order they were added. */
	async rows(projectId: string, tableId: string): Promise<Row[]> {
		const rows: Row[] = [];
		for (;;) {
			// The most that n8n returns at once.
			const query = `take=250&skip=${rows.length}&sortBy=id:asc`;
			const path = `/projects/${projectId}/data-tables/${tableId}/rows?${query}`;
			const page = await this.call('GET', path, rowsSchema);
			rows.push(...page.data);
			if (page.data.length === 0 || rows.length >= page.count) return rows;
		}
	}

	/** Sends a request to n8n's REST API and returns the `data` of the response. */
	async call<T>(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		schema: z.ZodType<T, z.ZodTypeDef, unknown>,
		body?: unknown,
	): Promise<T> {
		const response = await this.send(method, path, body);
		const json: unknown = await response.json().catch(() => undefined);
		const answer = envelope.pipe(schema).safeParse(json);
		if (!response.ok || !answer.success) {
			const what = `${method} /rest${path}: status ${response.status}`;
			throw new Failure(`n8n refused ${what}, ${JSON.stringify(json)?.slice(0, 500)}`);
		}
		const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		return answer.data;
	}

	/** Sends it again while n8n's database does not answer, as on a busy computer: n8n then does nothing (2.41). */
	private async send(method: string, path: string, body: unknown): Promise<Response> {
		const request = {
			method,
			headers: {
				'content-type': 'application/json',
				// A busy n8n can close a kept-alive connection just as the next request goes out.
				connection: 'close',
				cookie: this.cookie,
			},
			body: body === undefined ? null : JSON.stringify(body),
			signal: this.signal ?? null,
		};
		const send = async () => {
			const response = await fetch(`${this.url}/rest${path}`, request);
			return response.status !== 503 && response;
		};
		const failure = `n8n answered nothing but status 503 to ${method} /rest${path}`;
		return await waitFor(send, { failure, everyMs: 500, signal: this.signal });
	}
}

/** On SQLite, n8n before 2.0 saves an execution's status a moment before its data. */
function hasFinished({ status, runData, error }: Execution): boolean {
	const hasData = Object.keys(runData).length > 0 || error !== undefined;
	const ends = hasData ? ['success', 'error', 'crashed', 'canceled'] : ['crashed', 'canceled'];
	return ends.includes(status);
}
