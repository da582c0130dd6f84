import { readExample, withNodes, type Example } from '../harness/workflow/examples.mts';

const COPYING_NOTE = `## Copies every customer to a table
The demo ran this workflow twice, so the table *CRM contacts* has each customer exactly once. The table stands in for your CRM. It is under **Data tables** on n8n's start page.

1. **Get all customers** reads the whole list, page by page.
2. **Save to CRM** creates a row for a new code, and updates the row of a known one. Open it: the customer's fields were dragged there.

Click **Execute workflow** to run it again, and double-click a node to see its data.`;

const FOLLOWING_NOTE = `## Keeps the table in step
This workflow is published, so it runs by itself: **When customers change** reads the list every minute and outputs the customers that were created, updated or removed since the last poll.

In the terminal where the demo runs, type *add*, *change* or *remove* and press Enter. At the next poll, a row appears or changes; a removed customer is marked inactive two polls later. To see each execution, open **Executions** at the top.`;

/** Copies every customer to a table that stands in for the CRM. */
export const COPYING = withNodes(readDemo('customers-to-crm.json'), {
	Note: { parameters: { content: COPYING_NOTE } },
});

/** Keeps that table in step with the service. */
export const FOLLOWING = withNodes(readDemo('changes-to-crm.json'), {
	// To the right of n8n's Production Checklist, which opens with a published workflow.
	Note: {
		position: [320, -560],
		parameters: { content: FOLLOWING_NOTE, width: 640, height: 224 },
	},
	// The table is full already.
	'When customers change': {
		parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, options: {} },
	},
});

/** Under another name than what the user may import. */
function readDemo(file: string): Example {
	const example = readExample(file);
	return { ...example, name: `Demo: ${example.name}` };
}
