import { createInterface } from 'node:readline';
import type { RunningService } from '../service/server.mts';

export type Change = 'add' | 'change' | 'remove';

export const CHANGES: Change[] = ['add', 'change', 'remove'];

/** Changes the service's customers, as a user of the application would. */
export class Changes {
	private made = 0;

	constructor(private readonly service: RunningService) {}

	/** @returns a sentence about what changed */
	make(change: Change): string {
		const { GetCustomers: customers } = this.service.lists;
		this.made += 1;
		const [first = {}, second = {}] = customers.page(0, 2);
		switch (change) {
			case 'add': {
				const code = `N${String(this.made).padStart(6, '0')}`;
				customers.insert({ ...first, Code: code, Name: `New company ${this.made}` });
				return `Customer ${code} was added.`;
			}
			case 'change': {
				const name = `Changed company ${this.made}`;
				customers.upsert(1, { ...second, Name: name });
				return `Customer ${second.Code} was renamed to "${name}".`;
			}
			case 'remove':
				customers.remove(0);
				return `Customer ${first.Code} was removed.`;
		}
	}
}

/** Makes the changes that the user types. Returns a function that stops listening. */
export function listenForChanges(
	service: RunningService,
	report: (line: string) => void,
): () => void {
	const changes = new Changes(service);
	const lines = createInterface({ input: process.stdin });
	lines.on('line', (line) => {
		const change = CHANGES.find((name) => name === line.trim().toLowerCase());
		if (change) report(changes.make(change));
		else if (line.trim() !== '') report(`Type one of these: ${CHANGES.join(', ')}.`);
	});
	return () => lines.close();
}
