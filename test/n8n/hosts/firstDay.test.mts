import assert from 'node:assert/strict';
import { describe, onTestFinished } from 'vitest';
import { assertEvents, assertNames } from '../../../examples/test/asserts.mts';
import { requests, sends, startContactsApi } from '../../../examples/test/contactsApi.mts';
import { startCrmScene } from '../../../examples/test/scene.mts';
import { COMPARING } from '../../../examples/test/target.mts';
import {
	assertSuccess,
	outputOf,
	outputsOf,
	type Execution,
} from '../../../harness/n8n/execution.mts';
import type { N8nRest, Row } from '../../../harness/n8n/rest.mts';
import { isElsewhere } from '../../../harness/sandbox.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import {
	readExample,
	triggerOf,
	withNodes,
	type Example,
} from '../../../harness/workflow/examples.mts';
import {
	customerDataTrigger,
	MANUAL_TRIGGER,
	TRIGGER_NAME,
} from '../../../harness/workflow/nodes.mts';
import { publish } from '../../../harness/workflow/polling.mts';
import { credentialsOf, workflow } from '../../../harness/workflow/workflow.mts';
import { publishNights } from '../../support/published.mts';
import { range } from '../../support/range.mts';
import { onEachHost, test } from './hosts.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');
const [READING, CREATING, SAYING] = ['Read the CRM', 'Create in CRM', 'Say what is left'];
const NOTHING = { type: 'n8n-nodes-base.noOp', typeVersion: 1 };

const LOOK = { destinationNode: { nodeName: COMPARING, mode: 'inclusive' } };
/** As *Execute previous nodes* does. */
const LOOK_BEFORE_SAVING = { destinationNode: { nodeName: CREATING, mode: 'exclusive' } };

onEachHost((quick) => {
	describe('The first load', () => {
		test(
			'stops where nobody looks, whatever may be created, and matches by hand',
			quick,
			async ({ scene, tools }) => {
				const day = await startDay(scene.rest, tools);
				day.haveContacts();
				const { byHand, night } = await day.publish(day.example);
				const before = structuredClone(day.rows);
				assertNames(messageOf(await night()), ...FIRST_LOAD);
				assert.deepEqual(day.rows, before);
				assertMatched(await byHand(), day);
				for (const _ of NIGHTS) assertEvents(await night(), []);
				assert.equal(day.rows.length, CUSTOMERS);
			},
		);

		test('stops in a sub-workflow, also where a person executes its parent', async ({
			scene: { rest },
			tools,
		}) => {
			const day = await startDay(rest, tools);
			day.haveContacts();
			const start = triggerOf(day.example);
			const child = await rest.createWorkflow(
				withNodes(day.example, {
					[start]: {
						type: 'n8n-nodes-base.executeWorkflowTrigger',
						typeVersion: 1.1,
						parameters: { inputSource: 'passthrough' },
					},
				}),
			);
			const calling = {
				name: 'Keep the CRM in step',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.2,
				parameters: { workflowId: { __rl: true, mode: 'id', value: child.id }, options: {} },
			};
			const draft = workflow('Parent', [MANUAL_TRIGGER, calling]);
			const parent = await rest.createWorkflow(draft);
			const before = structuredClone(day.rows);
			assertNames(messageOf(await rest.run(parent, MANUAL_TRIGGER.name)), ...FIRST_LOAD);
			assert.deepEqual(day.rows, before);
			assertMatched(await rest.run(child, start), day);
			assertSuccess(await rest.run(parent, MANUAL_TRIGGER.name));
			assert.equal(day.rows.length, CUSTOMERS);
		});
	});

	test(
		'a second execution by hand does not create again whom a first page hides, but says so once, and looks do not count',
		quick,
		async ({ scene, tools }) => {
			const day = await startDay(scene.rest, tools);
			day.rows.push(...range(0, 20).map(day.saved));
			const inPart = withNodes(day.example, { [READING]: requests(`${day.url}?limit=20`) });
			const { byHand } = await day.publish(inPart);
			const ran = [
				{ data: { main: [[{ json: {} }]] }, source: [], startTime: 0, executionTime: 0 },
			];
			// Without a trigger, n8n goes on from what ran before.
			const before = { triggerToStartFrom: undefined, runData: { [triggerOf(inPart)]: ran } };
			for (const how of [LOOK, { ...LOOK, ...before }, LOOK_BEFORE_SAVING, LOOK]) {
				assert.equal(createdIn(await byHand(how)).length, CUSTOMERS - 20);
			}
			assert.equal(day.rows.length, 20);
			assertSuccess(await byHand());
			assert.equal(day.rows.length, CUSTOMERS);
			const message = messageOf(await byHand());
			assertNames(message, 'output as created by the execution before', 'only the first page');
			assert.equal(day.rows.length, CUSTOMERS);
			assertSuccess(await byHand());
			assert.equal(day.rows.length, 2 * CUSTOMERS - 20);
		},
	);

	test(
		'a retry of a failed execution is refused, and creates nobody twice',
		quick,
		async ({ scene: { rest }, tools }) => {
			const day = await startDay(rest, tools);
			day.rows.push(...range(0, CUSTOMERS - 1).map(day.saved));
			const { night } = await day.publish(day.example);
			day.service.setFaults([{ kind: 'status', status: 403 }]);
			const failed = await night();
			assertNames(failed.error?.message ?? '', 'status 403');
			day.service.setFaults([]);
			day.rows.push(day.saved(CUSTOMERS - 1));
			for (const isOfNow of [true, false]) {
				const { status, error } = await rest.retry(failed, isOfNow);
				assert.equal(status, 'error');
				assertNames(error?.message ?? '', 'A retry would compare contacts that were read before');
			}
			assert.equal(day.rows.length, CUSTOMERS);
			assertEvents(await night(), []);
		},
	);

	test(
		'a Stop and Error above the nodes that save is named, and what it stopped is saved once it is below',
		quick,
		async ({ scene, tools }) => {
			const day = await startDay(scene.rest, tools);
			day.rows.push(...range(0, CUSTOMERS - 1).map(day.saved));
			day.rows.push({ ...day.saved(5), id: 'another' });
			const { night, change } = await day.publish(
				withNodes(day.example, { [SAYING]: { position: [720, -400] } }),
			);
			const shared = '2 contacts share';
			assertNames(messageOf(await night()), `'${SAYING}' stands above '${CREATING}'`, shared);
			assert.equal(day.rows.length, CUSTOMERS);
			await change(day.example);
			for (const codes of [[day.codeOf(CUSTOMERS - 1)], []]) {
				const execution = await night();
				assert.deepEqual(createdIn(execution), codes);
				assertNames(messageOf(execution), `says: ${shared}`);
				assert.equal(day.rows.length, CUSTOMERS + 1);
			}
		},
	);

	test.skipIf(isElsewhere)(
		'after a new name and a restart, no swallowed creation is asked for again, and no event is lost or comes twice',
		async ({ mortal, tools }) => {
			const day = await startDay(mortal.rest, tools);
			day.rows.push(...range(0, CUSTOMERS - 1).map(day.saved));
			const swallowing = withNodes(day.example, { [CREATING]: NOTHING });
			const { night, change } = await day.publish(swallowing);
			const code = day.codeOf(CUSTOMERS - 1);
			const assertNamed = async () => {
				const execution = await night();
				assertNames(messageOf(execution), `"${code}"`, 'output as created before');
				assert.deepEqual(createdIn(execution, NEW_NAME), []);
			};
			const watch = await startWatch(day);
			assertEvents(await night(), [`created ${code}`]);
			await watch.expectNew('before');
			await change(renamed(swallowing));
			watch.add('while it is renamed');
			await watch.rename();
			await watch.expectNew('after the new name');
			await mortal.kill();
			watch.add('while n8n is down');
			await mortal.start();
			await assertNamed();
			await watch.expectNew('after the restart');
		},
	);
});

const CUSTOMERS = 160;
const CONTACTS = 150;
const NIGHTS = range(0, 2);
const FIRST_LOAD = ["No contact has a value in 'code'", 'execute this workflow by hand'];
const NEW_NAME = 'Customers and contacts';

type Day = Awaited<ReturnType<typeof startDay>>;

/** Customers, a CRM without contacts, and the workflow that keeps it in step with them. */
async function startDay(rest: N8nRest, tools: ScriptTools) {
	const scene = await startCrmScene(rest, tools);
	const { begin, credential, customers } = scene;
	begin(CUSTOMERS);
	const { url, rows, close } = await startContactsApi();
	onTestFinished(close);
	const example: Example = withNodes(EXAMPLE, {
		[READING]: requests(url),
		[COMPARING]: {
			credentials: credentialsOf(credential),
			parameters: {
				compareFields: {
					pairs: [
						{ field: 'Name', value: 'company' },
						{ field: 'Email', value: 'email' },
					],
				},
				matchBy: ['Email'],
				removedField: '',
				options: { maxCreated: 100 },
			},
		},
		[CREATING]: requests(url, sends('POST', '$json')),
		'Update in CRM': requests(`=${url}/{{ $json.id }}`, sends('PATCH', '$json')),
		'Mark inactive': NOTHING,
	});
	const saved = (index: number): Row => {
		const { Code, Name, Email } = customers.at(index) ?? {};
		return { id: index, code: Code, company: Name, email: Email };
	};
	return {
		...scene,
		url,
		rows,
		example,
		/** A customer as the CRM has it. */
		saved,
		/** The CRM has contacts, and knows none of their codes. */
		haveContacts: () =>
			rows.push(...range(0, CONTACTS).map((nth) => ({ ...saved(nth), code: null }))),
		publish: async (draft: Example) => await publishNights(rest, draft),
	};
}

/** A published trigger that watches customer groups. */
async function startWatch({ credential, rest, service: { lists } }: Day) {
	const { GetCustomerGroups: groups } = lists;
	const draftOf = (name: string) => {
		const draft = workflow('Watch groups', [
			customerDataTrigger(credential, { resource: 'customerGroup' }),
		]);
		return { ...draft, nodes: draft.nodes.map((node) => ({ ...Object(node), name })) };
	};
	const published = await publish(rest, draftOf(TRIGGER_NAME));
	onTestFinished(async () => await rest.deactivate(published));
	const added: string[] = [];
	const add = (Code: string) => {
		groups.insert({ Code });
		added.push(`created ${Code}`);
	};
	const events = async () => {
		const ids = await rest.executionIds(published);
		const executions = await Promise.all(ids.map(async (id) => await rest.finished(id)));
		return executions
			.flatMap((one) => [TRIGGER_NAME, NEW_NAME].flatMap((name) => outputOf(one, name)))
			.map(({ event, key }) => `${String(event)} ${String(key)}`);
	};
	return {
		add,
		rename: async () => await rest.activate(await rest.saveWorkflow(published, draftOf(NEW_NAME))),
		/** Adds a group. @throws unless its event comes, and those of all others came once */
		expectNew: async (code: string) => {
			add(code);
			const hasCome = async () => (await events()).includes(`created ${code}`);
			await waitFor(hasCome, { failure: `No event for ${code}`, withinMs: 120_000 });
			assert.deepEqual((await events()).toSorted(), added.toSorted());
		},
	};
}

/** @throws unless all contacts have got their codes, and the other customers were created */
function assertMatched(execution: Execution, { codeOf, rows }: Day): void {
	const codes = range(0, CUSTOMERS).map(codeOf);
	const found = codes.map((code, nth) => `${nth < CONTACTS ? 'updated' : 'created'} ${code}`);
	assertEvents(execution, found);
	assert.deepEqual(
		rows.map(({ code }) => code),
		codes,
	);
}

function createdIn(execution: Execution, name = COMPARING): unknown[] {
	const [created = []] = outputsOf(execution, name);
	return created.map(({ code }) => code);
}

const messageOf = ({ error }: Execution) => [error?.message, error?.description].join('. ');

function renamed(example: Example): Example {
	return JSON.parse(JSON.stringify(example).replaceAll(COMPARING, NEW_NAME));
}
