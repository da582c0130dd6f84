import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../harness/n8n/execution.mts';
import type { N8nRest, Row } from '../../../harness/n8n/rest.mts';
import { addService } from '../../../harness/sandbox.mts';
import type { Check } from '../../../harness/script/checks.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import { triggerOf, withNodes, type Example } from '../../../harness/workflow/examples.mts';
import { customersOf } from '../../../harness/workflow/rows.mts';
import type { RecordList } from '../../../service/recordList.mts';
import type { DataRecord } from '../../../service/records.mts';

/** Proves a sentence about behavior, of what was begun. */
type Proof<T> = ((begun: T) => Promise<void>) & { isQuick?: boolean };

/** Makes checks of one subject, which all begin in the same way. */
export function checksOf<T>(
	subject: string,
	begin: () => Promise<T>,
	proofs: Record<string, Proof<T>>,
): Check[] {
	return Object.entries(proofs).map(([name, prove]) => ({
		name: `${subject}: ${name}`,
		isQuick: prove.isQuick ?? false,
		prove: async () => await prove(await begin()),
	}));
}

/** Runs with `--quick`, too. */
export function quick<T>(prove: (begun: T) => Promise<void>): Proof<T> {
	return Object.assign(prove, { isQuick: true });
}

/** The same proof for each row of a table. */
export function each<V>(rows: Record<string, V>, name: string, prove: (row: V) => Promise<void>) {
	const proofs = Object.entries(rows).map(([what, row]) => {
		return [`${name} ${what}`, async () => await prove(row)] as const;
	});
	return Object.fromEntries(proofs);
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

const CUSTOMERS = 150;
const FIRST_OTHER = 10_000;

/** An n8n, and a service whose customers are new in each check. */
export async function startScene(rest: N8nRest, { cleanup }: ScriptTools) {
	const sizes = { customers: CUSTOMERS };
	const scene = await addService(rest, { cleanup, service: { sizes } });
	const { service } = scene;
	const customers: RecordList = service.lists.GetCustomers;
	const codeOf = (index: number) => String(customers.at(index)?.Code);

	/** Starts over with so many customers, in order. */
	const begin = (count = CUSTOMERS) => {
		service.setFaults([]);
		customers.remove(0, customers.length);
		for (let index = 0; index < count; index++) customers.insert(customers.make(index));
	};

	let others = FIRST_OTHER;
	/** A customer that was never in the list. */
	const another = (): DataRecord => customers.make(others++);

	/** Gives a customer other values in some fields. */
	const change = (index: number, fields: DataRecord) =>
		customers.upsert(index, { ...customers.at(index), ...fields });

	const changeAll = (fieldsOf: (customer: DataRecord, index: number) => DataRecord) => {
		for (const [index, customer] of customersOf(service).entries()) {
			change(index, fieldsOf(customer, index));
		}
	};

	/** Runs a workflow by hand, from its trigger. */
	const run = async (example: Example): Promise<Execution> =>
		await rest.run(await rest.createWorkflow(example), triggerOf(example));

	/** The same, of which only the message counts. */
	const messageOf = async (example: Example) => (await run(example)).error?.message ?? '';

	/**
	 * Publishes a workflow while something is proven with its executions; a webhook stands in for its schedule.
	 *
	 * @param prove gets a function that runs it
	 */
	const published = async (
		example: Example,
		prove: (runAgain: () => Promise<Execution>) => Promise<void>,
	) => {
		const path = randomUUID();
		const webhook = {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, options: {} },
		};
		const own = withNodes(example, { [triggerOf(example)]: { ...webhook, webhookId: path } });
		const workflow = await rest.createWorkflow(own);
		await rest.activate(workflow);
		const isStarted = async () => (await fetch(`${rest.url}/webhook/${path}`)).ok;
		const runAgain = async () => {
			const { length: before } = await rest.executionIds(workflow);
			await waitFor(isStarted, { failure: 'n8n does not listen' });
			const newest = async () => (await rest.executionIds(workflow))[before];
			return await rest.finished(await waitFor(newest, { failure: 'No execution' }));
		};
		await prove(runAgain).finally(async () => await rest.deactivate(workflow));
	};

	return {
		...scene,
		customers,
		codeOf,
		begin,
		another,
		change,
		changeAll,
		run,
		messageOf,
		published,
	};
}

/** The rows without what n8n's Data Table adds, and in an order that all tables share. */
export function comparable(rows: Row[]): Row[] {
	const key = ({ code, companyId }: Row) => `${companyId} ${code}`;
	return rows
		.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...row }) => row)
		.toSorted((a, b) => key(a).localeCompare(key(b)));
}

/** @throws unless the message has all of these words */
export function assertNames(message: string, ...words: string[]): void {
	for (const word of words) assert.ok(message.includes(word), message || `Nothing names ${word}`);
}

/** The example with another text in the parameters of some nodes, or of all. */
export function withText(
	example: Example,
	change: (parameters: string) => string,
	...names: string[]
): Example {
	const nodes = example.nodes.map((node) => {
		if (names.length > 0 && !names.includes(node.name)) return node;
		return { ...node, parameters: JSON.parse(change(JSON.stringify(node.parameters))) };
	});
	return { ...example, nodes };
}

/** The record with other names of some fields. */
export function withNames(record: DataRecord, names: Record<string, string>): DataRecord {
	const entries = Object.entries(names);
	const added = entries.map(([field, name]) => [name, record[field]]);
	const gone = entries.map(([field]) => [field, undefined]);
	return { ...record, ...Object.fromEntries([...added, ...gone]) };
}

/** Parameters with other names of some fields, as n8n writes what is dragged or chosen. */
export function renamed(parameters: string, names: Record<string, string>): string {
	return Object.entries(names).reduce(
		(text, [field, name]) =>
			text.replaceAll(`$json.${field} `, `$json['${name}'] `).replaceAll(`"${field}"`, `"${name}"`),
		parameters,
	);
}
