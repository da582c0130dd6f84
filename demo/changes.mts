import { createInterface } from 'node:readline';
import type { ScriptTools } from '../harness/script/script.mts';
import type { RecordList } from '../service/recordList.mts';

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

/** Makes the changes that the user types, until the end. */
export function listenForChanges(customers: RecordList, { report, cleanup }: ScriptTools): void {
	const input = createInterface({ input: process.stdin });
	cleanup.add(() => input.close());
	input.on('line', (line) => {
		const wanted = line.trim().toLowerCase();
		const change = Object.values(CHANGES).find(({ name }) => name === wanted);
		if (change) report(change(customers));
		else if (wanted) report(`Type one of these: ${Object.keys(CHANGES).join(', ')}.`);
	});
}
