import { credentialFor } from '../harness/n8n/credential.mts';
import { outputOf } from '../harness/n8n/execution.mts';
import type { Credential, N8nRest, WorkflowDraft } from '../harness/n8n/rest.mts';
import { customerData, MANUAL_TRIGGER, NODE_NAME } from '../harness/workflow/nodes.mts';
import { customersOf } from '../harness/workflow/rows.mts';
import { workflow, type Node } from '../harness/workflow/workflow.mts';
import { startService, type RunningService, type ServiceOptions } from '../service/server.mts';
import { httpRequest } from './contenders.mts';
import { withN8n, type Bench } from './n8n.mts';
import { READERS, type Outcome, type Reader, type Scene } from './results.mts';

/** The third page of a reader that takes them one after the other. */
const offset = 100;
const customers = 320;
const refusal = { IsSuccess: false, ErrorMessages: ['The database is locked.'], Payload: [] };
const html = { headers: { 'content-type': 'text/html' }, body: '<html><p>Please wait</p></html>' };

const SCENES: Array<ServiceOptions & { scene: Scene }> = [
	{ scene: 'refusal', faults: [{ kind: 'status', status: 200, offset, body: refusal }] },
	{ scene: 'webPage', faults: [{ kind: 'status', status: 200, offset, ...html }] },
	{ scene: 'unavailable', faults: [{ kind: 'status', status: 503, offset, times: 1 }] },
	{ scene: 'lostConnection', faults: [{ kind: 'reset', offset, times: 1 }] },
	{ scene: 'changes', sizes: { customers: 1_000 }, changes: 0.4 },
];

const SPLIT_OUT: Node = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'Payload', options: {} },
};
const IS_TRUE = { type: 'boolean', operation: 'true', singleValue: true };
const IS_SUCCESS: Node = {
	name: 'If',
	type: 'n8n-nodes-base.if',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { version: 2, caseSensitive: true, typeValidation: 'strict', leftValue: '' },
			combinator: 'and',
			conditions: [{ leftValue: '={{ $json.IsSuccess }}', operator: IS_TRUE }],
		},
		options: {},
	},
};
const STOP: Node = {
	name: 'Stop and Error',
	type: 'n8n-nodes-base.stopAndError',
	parameters: { errorMessage: '={{ $json.ErrorMessages.join() }}' },
};

const DRAFTS: Record<Reader, (credential: Credential) => WorkflowDraft> = {
	httpRequest: (credential) => inARow([httpRequest(credential), SPLIT_OUT]),
	httpRequestWithCare: withCare,
	customerData: (credential) => inARow([customerData(credential, { returnAll: true })]),
};

function inARow(nodes: Node[]): WorkflowDraft {
	return workflow('Read all customers', [MANUAL_TRIGGER, ...nodes]);
}

/** What n8n's own nodes can do about failures: retry, and check each page. */
function withCare(credential: Credential): WorkflowDraft {
	const careful = { ...httpRequest(credential), retryOnFail: true };
	const draft = inARow([careful, IS_SUCCESS, SPLIT_OUT]);
	const [stop] = workflow('', [STOP]).nodes;
	const to = ({ name }: Node) => [{ node: name, type: 'main', index: 0 }];
	return {
		...draft,
		// n8n runs the upper branch first, so the execution stops before anything is passed on.
		nodes: [...draft.nodes, Object.assign({}, stop, { position: [672, -200] })],
		connections: { ...draft.connections, [IS_SUCCESS.name]: { main: [to(SPLIT_OUT), to(STOP)] } },
	};
}

/** What becomes of a read when something goes wrong, or the list changes meanwhile. */
export async function measureCorrectness(bench: Bench): Promise<{ outcomes: Outcome[] }> {
	return await withN8n(bench, async ({ rest }) => {
		const outcomes: Outcome[] = [];
		for (const { scene, ...options } of SCENES) {
			for (const reader of READERS) {
				const service = await startService({ sizes: { customers }, ...options });
				bench.cleanup.add(() => service.close());
				service.changeKinds = ['insert', 'remove'];
				// The changes go on from read to read, so they are others each time.
				const times = scene === 'changes' && !bench.isQuick ? 20 : 1;
				const first = await read(rest, reader, service);
				const reads = [first];
				while (reads.length < times) reads.push(await read(rest, reader, service));
				const changes = reads.map((one) => one.changes);
				outcomes.push({
					...{ scene, reader, reads: reads.length },
					broken: reads.filter(({ isBroken }) => isBroken).length,
					changes: [Math.min(...changes), Math.max(...changes)],
					...first.outcome,
				});
			}
		}
		console.table(outcomes, ['scene', 'reader', 'ending', 'reads', 'broken', 'arrived']);
		return { outcomes };
	});
}

async function read(rest: N8nRest, reader: Reader, service: RunningService) {
	const credential = await rest.createCredential(credentialFor(service));
	const before = customersOf(service).map(({ Code }) => Code);
	service.touched.clear();
	const saved = await rest.createWorkflow(DRAFTS[reader](credential));
	const execution = await rest.run(saved, MANUAL_TRIGGER.name);
	const { status, error, runData } = execution;
	const output = reader === 'customerData' ? NODE_NAME : SPLIT_OUT.name;
	const arrived = outputOf(execution, output).flatMap(({ Code = [] }) => Code);
	const distinct = new Set(arrived);
	const isMissing = (code: unknown) => !service.touched.has(code) && !distinct.has(code);
	const runs = Object.values(runData).flat();
	const hints = runs.flatMap((run) => run.hints.map(({ message }) => message));
	return {
		changes: service.touched.size,
		isBroken: arrived.length > distinct.size || (status === 'success' && before.some(isMissing)),
		outcome: {
			ending: status,
			customers: before.length,
			arrived: arrived.length,
			said: [error?.message, error?.description, ...hints].filter((text) => text != null),
		},
	};
}
