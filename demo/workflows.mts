import {
	readExample,
	withNodes,
	withOptions,
	type Example,
} from '../harness/workflow/examples.mts';
import { TABLE_NAME } from '../harness/workflow/rows.mts';

/** The node that says what to create, update and mark. */
export const COMPARING = 'What differs?';

const IN_STEP_NOTE = `## Start here
1. In the terminal where the demo runs, type *change*, and press Enter.
2. Click **Execute workflow** below.
3. Double-click **What differs?**. Above the output stands what changed: *Name: the old one → the new one*. Under *Updated* is the row that **Update in CRM** has saved.
4. Execute again: nothing differs any more. Then try *add* and *remove*.

The table *${TABLE_NAME}* stands in for your CRM. It is under **Overview**, **Data tables**. The demo has filled it with this workflow, which would run by itself every night once it is published.`;

/**
 * A table of its own, so that neither workflow does what the other one was to show. Neither name contains
 * the other: n8n takes the first table whose name contains the one that is chosen (DataTable/common/utils).
 */
export const FOLLOWING_TABLE = 'CRM, up to the minute';

const FOLLOWING_NOTE = `## Follows each change by itself
This workflow is published. Every minute, **When customers change** looks for customers that were created, updated or removed, and the rest of the workflow saves them in the table *${FOLLOWING_TABLE}*.

1. In the terminal where the demo runs, type *add*, *change* or *remove*, and press Enter.
2. Within a minute, a new execution is under **Executions** at the top. A removed customer takes two minutes more, because three polls have to miss it.`;

/** The example that we recommend, and what its note says to click. */
export const IN_STEP = withNodes(readDemo('keep-the-crm-in-step.json'), {
	Note: { parameters: { content: IN_STEP_NOTE, height: 240 } },
});

/** The same for an empty CRM, in which everybody is to be created. */
export const FILLING = withOptions(IN_STEP, COMPARING, { maxCreated: 100 });

/** Saves who is there, and then each change. */
export const FOLLOWING = onTable(
	FOLLOWING_TABLE,
	withNodes(readDemo('changes-to-crm.json'), {
		// To the right of n8n's Production Checklist, which opens with a published workflow.
		Note: {
			position: [320, -560],
			parameters: { content: FOLLOWING_NOTE, width: 640, height: 208 },
		},
		'When customers change': { parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] } } },
	}),
);

/** Under another name than what the user may import. */
function readDemo(file: string): Example {
	const example = readExample(file);
	return { ...example, name: `Demo: ${example.name}` };
}

function onTable(name: string, example: Example): Example {
	const dataTableId = { __rl: true, mode: 'name', value: name };
	const nodes = example.nodes.filter(({ type }) => type.endsWith('.dataTable'));
	const changes = nodes.map((node) => [node.name, { parameters: { dataTableId } }]);
	return withNodes(example, Object.fromEntries(changes));
}
