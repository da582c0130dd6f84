import assert from 'node:assert/strict';
import { z } from 'zod';
import type { DataRecord } from '../../service/records.mts';
import { assertSuccess, type Execution } from '../harness/n8n/execution.mts';
import { batchKey } from '../harness/n8n/credential.mts';
import type { N8nRest, Workflow } from '../harness/n8n/rest.mts';
import { Crm } from '../harness/servers/crm.mts';
import { readExample, withNodes } from '../harness/workflow/examples.mts';
import type { Cluster } from './cluster.mts';

const FILES = {
	subWorkflows: 'all-customers-in-batches.json',
	webhooks: 'all-customers-over-several-workers.json',
};
const SETTINGS = 'Settings';
const TRIGGER = 'Run by hand';
const WITHIN_MS = 300_000;

/** How the batches of an example start. */
type Kind = keyof typeof FILES;

const assignmentSchema = z.object({
	id: z.string(),
	name: z.string(),
	value: z.number(),
	type: z.string(),
});
const settingsSchema = z.object({
	assignments: z.object({ assignments: z.array(assignmentSchema) }),
});

/** The examples that copy all customers in batches, and the CRM that they copy to. */
export class Copying {
	/** In each run. */
	readonly batches = 20;
	private readonly published = new Map<Kind, Workflow>();

	private constructor(
		private readonly rest: N8nRest,
		private readonly crm: Crm,
		private readonly customers: DataRecord[],
	) {}

	static async prepare({ sandbox, postgres }: Cluster): Promise<Copying> {
		const { rest, service } = sandbox;
		const { GetCustomers: list } = service.lists;
		const crm = await Crm.create(postgres);
		const copying = new Copying(rest, crm, list.page(0, list.length));
		// The examples find them by their names.
		await rest.createCredential(crm.credential());
		await rest.createCredential(batchKey());
		return copying;
	}

	/** Starts copying, and returns the ID of the execution. */
	async start(kind: Kind): Promise<string> {
		const workflow = this.published.get(kind) ?? (await this.publish(kind));
		return await this.rest.startRun(workflow, TRIGGER);
	}

	async ended(run: string): Promise<Execution> {
		return await this.rest.finished(run, WITHIN_MS);
	}

	/**
	 * Empties the CRM for the next proof.
	 *
	 * @throws unless the run succeeded, and each customer is in the CRM once, as in the service
	 */
	async assertCopied(run: string): Promise<void> {
		assertSuccess(await this.ended(run));
		const rows = await this.crm.rows();
		assert.equal(rows.length, this.customers.length, 'The CRM has a row for each customer');
		for (const [index, customer] of this.customers.entries()) {
			assert.deepEqual(rows[index], rowFor(customer));
		}
		await this.crm.clear();
	}

	private async publish(kind: Kind): Promise<Workflow> {
		const example = readExample(FILES[kind]);
		const settings = example.nodes.find(({ name }) => name === SETTINGS)?.parameters;
		const assignments = settingsSchema.parse(settings).assignments.assignments.map((setting) => {
			if (setting.name !== 'batchSize') return setting;
			// The last one is not full, so none has to look whether that was all.
			return { ...setting, value: Math.floor(this.customers.length / this.batches) + 1 };
		});
		const changed = { [SETTINGS]: { parameters: { assignments: { assignments } } } };
		const workflow = await this.rest.createWorkflow(withNodes(example, changed));
		await this.rest.activate(workflow);
		this.published.set(kind, workflow);
		return workflow;
	}
}

function rowFor(customer: DataRecord): Record<string, unknown> {
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
