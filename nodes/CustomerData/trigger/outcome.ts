import type { INodeExecutionData } from 'n8n-workflow';
import { toItem, type Change } from './changes';

/** What n8n does after a poll. */
export type Outcome =
	/** It starts an execution with these changes, and stores the state with that. */
	| { do: 'output'; changes: Change[] }
	/** It starts an execution without items, because it would not store the state without one. */
	| { do: 'store' }
	/** It starts no execution, and waits for the next poll. */
	| { do: 'wait' };

/** The outcome as the `poll` of a trigger returns it. */
export function forN8n(outcome: Outcome): INodeExecutionData[][] | null {
	switch (outcome.do) {
		case 'output':
			return [outcome.changes.map(toItem)];
		case 'store':
			return [[]];
		case 'wait':
			return null;
	}
}
