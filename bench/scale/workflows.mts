import type { WorkflowDraft } from '../../test/harness/n8n/rest.mts';
import { customerData, MANUAL_TRIGGER } from '../../test/harness/workflow/nodes.mts';
import { append, workflow, type Node } from '../../test/harness/workflow/workflow.mts';
import { customerDataWorkflow, httpRequestWorkflow, type Source } from '../workflows.mts';
import type { GuideRow, Way } from './results.mts';

const PARALLEL_REQUESTS = 4;

/** In the code or the e-mail address of 3 % of a million customers. */
const searching = { parallelRequests: PARALLEL_REQUESTS, search: 'C000' };

const FIVE_FIELDS = ['Code', 'Name', 'Email', 'City', 'Active'];

export function oneReadWorkflow(source: Source, { fields, isSaved }: GuideRow): WorkflowDraft {
	const options = {
		parallelRequests: PARALLEL_REQUESTS,
		...(fields === 5 && { fields: FIVE_FIELDS }),
	};
	const { draft } = customerDataWorkflow(source, options);
	return isSaved ? asByDefault(draft) : draft;
}

/** Each way to read the whole list, in batches of so many customers where there are any. */
export const workflowOf: Record<Way, (source: Source, batch: number) => WorkflowDraft> = {
	httpRequest: (source) => asByDefault(httpRequestWorkflow(source).draft),
	oneRead: (source) => oneReadWorkflow(source, { fields: 15, isSaved: true }),
	search: (source) => asByDefault(customerDataWorkflow(source, searching).draft),
	batches: batchesWorkflow,
};

/** n8n saves the execution. */
function asByDefault(draft: WorkflowDraft): WorkflowDraft {
	return { ...draft, settings: { executionOrder: 'v1' } };
}

/**
 * The example "All customers, in batches" without its database, which would take most of the time:
 * the workflow calls itself for each batch, which reads, maps and returns the count alone.
 */
function batchesWorkflow({ list, credential }: Source, size: number): WorkflowDraft {
	const upper = [
		MANUAL_TRIGGER,
		set('Start', { offset: 0 }),
		{
			name: 'Run a batch',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: { workflowId: { __rl: true, mode: 'id', value: '={{ $workflow.id }}' } },
		},
		when('More?', `={{ $json.count === ${size} }}`),
	];
	const options = {
		offset: '={{ $json.offset }}',
		maxRecords: size,
		parallelRequests: PARALLEL_REQUESTS,
	};
	const batch: Node[] = [
		{
			name: 'Batch',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		},
		customerData(credential, { returnAll: true, options }),
		{
			name: 'Map',
			type: 'n8n-nodes-base.renameKeys',
			parameters: { keys: { key: [{ currentKey: 'Name', newKey: 'company' }] } },
		},
		{
			...set('Count', {
				count: '={{ $("Map").all().length }}',
				offset: '={{ $("Batch").first().json.offset + $("Map").all().length }}',
			}),
			executeOnce: true,
		},
	];
	const saveNothing = { saveManualExecutions: false, saveDataSuccessExecution: 'none' };
	let draft = workflow(`${list.customers} customers, in batches`, upper, saveNothing);
	for (const [index, node] of batch.entries()) draft = append(draft, batch[index - 1]?.name, node);
	draft.connections['More?'] = { main: [[{ node: 'Run a batch', type: 'main', index: 0 }]] };
	return draft;
}

function set(name: string, values: Record<string, unknown>): Node {
	const assignments = Object.entries(values).map(([field, value]) => ({
		id: field,
		name: field,
		value,
		type: 'number',
	}));
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	};
}

/** Passes items on from its first output when the condition holds. */
function when(name: string, condition: string): Node {
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	const conditions = [{ id: name, leftValue: condition, rightValue: '', operator }];
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	return {
		name,
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: { conditions: { options, conditions, combinator: 'and' }, options: {} },
	};
}
