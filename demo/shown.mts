import type { INode } from 'n8n-workflow';
import { readExample, withNodes, type Example } from '../harness/workflow/examples.mts';
import { OFTEN } from '../harness/workflow/polling.mts';
import { TABLE_COLUMNS } from '../harness/workflow/rows.mts';
import { READER } from './synchronisation.mts';

const WRITER = 'Save to CRM';
const NOTE = 'Note';

const COPYING_NOTE = `## Copies every customer to a table
The demo ran this workflow twice, so the table *CRM contacts* has each customer exactly once. The table stands in for your CRM. It is under **Data tables** on n8n's start page.

1. **${READER}** reads the whole list, page by page.
2. **${WRITER}** creates a row for a new code, and updates the row of a known one. Open it: the customer's fields were dragged there.

Click **Execute workflow** to run it again, and double-click a node to see its data.`;

const FOLLOWING_NOTE = (pace: string) => `## Keeps the table in step
This workflow is published, so it runs by itself: **When customers change** reads the list ${pace} and outputs the customers that were created, updated or removed since the last poll.

In the terminal where the demo runs, type *add*, *change* or *remove* and press Enter. At the next poll, a row appears or changes; a removed customer is marked inactive two polls later. To see each execution, open **Executions** at the top.`;

/** Under another name than what the user may import. */
function readDemo(file: string): Example {
	const example = readExample(file);
	return { ...example, name: `Demo: ${example.name}` };
}

/** Copies every customer to a table that stands in for the CRM. */
export function shownCopyingWorkflow(): Example {
	const example = readDemo('customers-to-crm.json');
	return withNodes(example, {
		[NOTE]: { parameters: { content: COPYING_NOTE } },
		[WRITER]: withColumns(example),
	});
}

/** Keeps that table in step with the service, polling every minute or every 5 seconds. */
export function shownFollowingWorkflow(often: boolean): Example {
	const pollTimes = often ? OFTEN : { item: [{ mode: 'everyMinute' }] };
	const content = FOLLOWING_NOTE(often ? 'every 5 seconds' : 'every minute');
	const example = readDemo('keep-the-crm-in-step.json');
	return withNodes(example, {
		// To the right of n8n's Production Checklist, which opens with a published workflow.
		[NOTE]: { position: [320, -352], parameters: { content, width: 640, height: 224 } },
		// The table is full already.
		'When customers change': { parameters: { pollTimes, options: {} } },
		[WRITER]: withColumns(example),
	});
}

/** The columns as the editor saves them. Without them, opening the node would change the workflow. */
function withColumns({ nodes }: Example): Partial<INode> {
	const { parameters } = nodes.find(({ name }) => name === WRITER) ?? {};
	const schema = TABLE_COLUMNS.map(({ name, type }) => ({
		id: name,
		displayName: name,
		required: false,
		defaultMatch: false,
		display: true,
		type,
		readOnly: false,
		removed: false,
	}));
	const converting = { attemptToConvertTypes: false, convertFieldsToString: false };
	return { parameters: { columns: { ...Object(parameters?.columns), schema, ...converting } } };
}
