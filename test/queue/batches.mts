import assert from 'node:assert/strict';
import { z } from 'zod';
import { Service } from '../../bench/service.mts';
import { batchKey, credentialFor } from '../harness/n8n/credential.mts';
import type { Credential } from '../harness/n8n/rest.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { readExample, withNodes, type Example } from '../harness/workflow/examples.mts';
import { credentialsOf } from '../harness/workflow/workflow.mts';
import type { Cluster } from './cluster.mts';
import { Copying } from './copying.mts';
import { Crm } from '../harness/servers/crm.mts';
import type { Processes } from './usage.mts';

/** The example that starts each batch through a webhook. */
export const OVER_WORKERS = 'all-customers-over-several-workers.json';
const SETTINGS = 'Settings';

const assignmentSchema = z.object({
	id: z.string(),
	name: z.string(),
	value: z.union([z.string(), z.number()]),
	type: z.string(),
});
const settingsSchema = z.object({
	assignments: z.object({ assignments: z.array(assignmentSchema) }),
});

export interface CopyingOptions {
	customers: number;
	/** Customers in a batch. */
	batchSize: number;
	/** How many batches the example starts at the same time, if it can. */
	batchesAtOnce?: number;
	/** Milliseconds before each response of the service. */
	latency: number;
	/** Whether n8n saves the batches that succeed, which the examples turn off. */
	isSaved?: boolean;
}

/** The examples that copy all customers in batches, with a service and a CRM to run it. */
export class Batches {
	private constructor(
		readonly cluster: Cluster,
		private readonly service: Service,
		private readonly crm: Crm,
	) {}

	static async prepare(cluster: Cluster, { cleanup, signal }: ScriptTools): Promise<Batches> {
		const service = new Service(signal);
		cleanup.add(() => service.stop());
		const crm = await Crm.create(cluster.postgres);
		const { rest } = cluster.sandbox;
		await rest.createCredential(crm.credential());
		await rest.createCredential(batchKey());
		return new Batches(cluster, service, crm);
	}

	/** Everything that works on a run. */
	get processes(): Processes {
		return { ...this.cluster.processes(), 'the service': this.service.pid };
	}

	/** Publishes an example for a list and an empty CRM, and takes it back after the work. */
	async publish<T>(
		options: CopyingOptions,
		file: string,
		work: (copying: Copying) => Promise<T>,
	): Promise<T> {
		const { customers, latency } = options;
		const { rest } = this.cluster.sandbox;
		const list = await this.service.list(customers, latency);
		const credential = await rest.createCredential(credentialFor(list, `${customers} customers`));
		const workflow = await rest.createWorkflow(exampleFor(file, credential, options));
		await rest.activate(workflow);
		try {
			await this.crm.clear();
			return await work(new Copying(rest, workflow));
		} finally {
			await rest.deactivate(workflow);
		}
	}

	/** @throws AssertionError unless each customer is in the CRM once, as it is in the service */
	async assertComplete({ customers }: CopyingOptions): Promise<void> {
		const { make } = this.cluster.sandbox.service.lists.GetCustomers;
		const rows = await this.crm.rows();
		assert.equal(rows.length, customers, 'The CRM does not have a row for each customer');
		for (const [index, row] of rows.entries()) assert.deepEqual(row, rowFor(make(index)));
	}
}

/** The example as imported, except for the list that it reads and its settings. */
function exampleFor(
	file: string,
	credential: Credential,
	{ batchSize, batchesAtOnce, isSaved = false }: CopyingOptions,
): Example {
	const example = readExample(file);
	const nodes = example.nodes.map((node) => {
		const { credentials = {} } = node;
		if (!(credential.type in credentials)) return node;
		return { ...node, credentials: { ...credentials, ...credentialsOf(credential) } };
	});
	const settings = settingsSchema.parse(nodes.find(({ name }) => name === SETTINGS)?.parameters);
	const values = new Map(Object.entries({ batchSize, batchesAtOnce }));
	const assignments = settings.assignments.assignments.map((assignment) => ({
		...assignment,
		value: values.get(assignment.name) ?? assignment.value,
	}));
	const parameters = { assignments: { assignments } };
	const saveDataSuccessExecution = isSaved ? 'all' : example.settings.saveDataSuccessExecution;
	const changed = {
		...example,
		nodes,
		settings: { ...example.settings, saveDataSuccessExecution },
	};
	return withNodes(changed, { [SETTINGS]: { parameters } });
}

function rowFor(customer: Record<string, unknown>): Record<string, unknown> {
	return {
		code: customer.Code,
		company: customer.Name,
		contact: customer.ContactName,
		email: customer.Email,
		phone: customer.Phone,
		city: customer.City,
		credit_limit: customer.CreditLimit,
		active: customer.Active,
	};
}
