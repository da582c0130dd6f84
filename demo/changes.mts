import { createInterface } from 'node:readline';
import type { RecordList } from '../service/recordList.mts';
import type { RunningService } from '../service/server.mts';
import type { Sandbox } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import { isInStep, readTable } from './synchronisation.mts';

/** Each changes a customer as a user of the application would, and says so. */
const CHANGES = {
	add(customers: RecordList): string {
		const customer = customers.makeAnother();
		customers.insert(customer);
		return `Customer ${customer.Code} was added.`;
	},
	change(customers: RecordList): string {
		const { Name } = customers.makeAnother();
		customers.upsert(1, { ...customers.at(1), Name });
		return `Customer ${customers.at(1)?.Code} was renamed to "${Name}".`;
	},
	remove(customers: RecordList): string {
		const customer = customers.at(0);
		customers.remove(0);
		return `Customer ${customer?.Code} was removed.`;
	},
};

/** Adds, changes and removes a customer in the service, and waits until the table matches. */
export async function showFollowing(
	sandbox: Sandbox,
	tableId: string,
	report: ScriptTools['report'],
): Promise<void> {
	report('\nNow a second workflow keeps the table in step. Changes in the service:');
	const { service } = sandbox;
	for (const change of Object.values(CHANGES)) report(`  ${change(service.lists.GetCustomers)}`);
	const start = Date.now();
	const hasFollowed = async () => isInStep(await readTable(sandbox, tableId), service);
	const failure = 'The table did not match the service';
	await waitFor(hasFollowed, { failure, withinMs: 180_000, everyMs: 1_000 });
	report(`The table matched the service after ${Math.round((Date.now() - start) / 1000)} s.`);
}

/** Makes the changes that the user types, until the end. */
export function listenForChanges(
	{ lists }: RunningService,
	{ report, cleanup }: ScriptTools,
): void {
	const input = createInterface({ input: process.stdin });
	cleanup.add(() => input.close());
	input.on('line', (line) => {
		const wanted = line.trim().toLowerCase();
		const change = Object.values(CHANGES).find(({ name }) => name === wanted);
		if (change) report(change(lists.GetCustomers));
		else if (wanted) report(`Type one of these: ${Object.keys(CHANGES).join(', ')}.`);
	});
}
