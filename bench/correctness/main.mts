import { credentialFor } from '../../harness/n8n/credential.mts';
import { outputOf } from '../../harness/n8n/execution.mts';
import type { N8nRest } from '../../harness/n8n/rest.mts';
import { Failure } from '../../harness/script/failure.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { customersOf } from '../../harness/workflow/rows.mts';
import { startService, type RunningService, type ServiceOptions } from '../../service/server.mts';
import { runBenchmark } from '../bench.mts';
import { withN8n } from '../n8n.mts';
import { READERS, type Reader } from './readers.mts';
import { isBroken, type Read, type Scene } from './table.mts';

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

/** What becomes of a read when something goes wrong, or the list changes meanwhile. */
await runBenchmark(
	'correctness.json',
	async (bench) =>
		await withN8n(bench, async ({ rest }) => {
			const reads: Read[] = [];
			for (const { scene, ...options } of SCENES) {
				for (const reader of ['httpRequest', 'httpRequestWithCare', 'customerData'] as const) {
					const service = await startService({ sizes: { customers }, ...options });
					bench.cleanup.add(() => service.close());
					service.changeKinds = ['insert', 'remove'];
					// The changes go on from read to read, so they are others each time.
					const times = scene === 'changes' && !bench.isQuick ? 20 : 1;
					for (let time = 0; time < times; time++) {
						reads.push({ scene, reader, ...(await read(rest, reader, service)) });
					}
				}
			}
			console.table(reads, ['scene', 'reader', 'ending', 'changes', 'arrived', 'lost', 'doubled']);
			return { reads };
		}),
	({ reads }) => {
		if (!reads.some((read) => read.reader === 'customerData' && isBroken(read))) return;
		throw new Failure('Customer Data lost or doubled customers.');
	},
);

async function read(rest: N8nRest, reader: Reader, service: RunningService) {
	const { draft, output } = READERS[reader];
	const credential = await rest.createCredential(credentialFor(service));
	const before = customersOf(service).map(({ Code }) => Code);
	service.touched.clear();
	const workflow = await rest.createWorkflow(draft(credential));
	const execution = await rest.run(workflow, MANUAL_TRIGGER.name);
	const { status, error, runData } = execution;
	const arrived = outputOf(execution, output).flatMap(({ Code = [] }) => Code);
	const distinct = new Set(arrived);
	const isMissing = (code: unknown) => !service.touched.has(code) && !distinct.has(code);
	const runs = Object.values(runData).flat();
	const hints = runs.flatMap((run) => run.hints.map(({ message }) => message));
	return {
		ending: status,
		customers: before.length,
		changes: service.touched.size,
		arrived: arrived.length,
		lost: status === 'success' ? before.filter(isMissing).length : 0,
		doubled: arrived.length - distinct.size,
		said: [error?.message, error?.description, ...hints].filter((text) => text != null),
	};
}
