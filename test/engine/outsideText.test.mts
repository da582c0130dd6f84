import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { NODE } from '../../harness/engine/nodeInWorkflow.mts';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { credentialFor, serveOnly, useOwnService } from './support/service.mts';
import { ActiveTrigger, locator } from './support/trigger.mts';

// n8n's editor shows some texts as HTML. What others wrote has to read there as it was written.

const service = useOwnService();

const TYPED = '<img src=http://127.0.0.1:9/x><a href=https://x.example>AT&T</a>';
const AS_HTML = '&lt;img src=http://127.0.0.1:9/x>&lt;a href=https://x.example>AT&T&lt;/a>';
/** The same, but for what has no width. */
const WITHOUT_TAGS = TYPED.replaceAll('<', '<\u200b');
const TOOL = { type: `${NODE}Tool` };

/** Of a list with such a field, or a service that refuses with such a message. */
const ask = async (parameters: INodeParameters, run: Partial<NodeRun> = {}) => {
	serveOnly(service(), [{ Code: 'C1', [TYPED]: 1 }, { Code: 'C2' }]);
	const body = { IsSuccess: false, ErrorMessages: [TYPED], Payload: [] };
	service().setFaults([{ kind: 'status', status: 200, on: 'GetCustomerGroups', body }]);
	return await readCustomers(service(), {}, { ...run, parameters });
};

const FORM = { operation: 'get', keyField: locator('Code') };
const NO_FAX = { options: { fields: ['Fax'] } };

describe('a hint', () => {
	it.each<[string, INodeParameters]>([
		['the value of Get', { ...FORM, keyValue: TYPED, options: { ifNotFound: 'nothing' } }],
		['the words of Search', { operation: 'search', search: TYPED }],
		["a field's name", { returnAll: false, limit: 1, ...NO_FAX }],
	])('has %s as HTML, and an agent gets it as it was written', async (_, parameters) => {
		const { hints } = await ask(parameters);
		expect(hints.join()).toContain(AS_HTML);
		const { records } = await ask(parameters, TOOL);
		expect(records.at(-1)?.message).toContain(TYPED);
	});
});

it('a hint has line breaks of its own alone', async () => {
	serveOnly(service(), [{ Code: 'C1', Name: '1<br>\n2' }]);
	const parameters = {
		...{ operation: 'compare', keyField: locator('Code'), inputKey: 'code' },
		compareFields: { pairs: [{ field: 'Name', value: 'name' }] },
	};
	const input = [{ code: 'C1', name: 'x' }];
	const { hints } = await readCustomers(service(), {}, { parameters, input });
	expect(hints.join()).toMatch(/\(Name 1\)\.<br>C1 \(1&lt;.*↵2\): Name: x → 1&lt;[^\n]*↵2$/);
	expect(hints.join().split('<br>')).toHaveLength(2);
});

describe('an error', () => {
	const REFUSED = { resource: 'customerGroup' };

	it.each<[string, INodeParameters, 'message' | 'description', string]>([
		['the value of Get', { ...FORM, keyValue: TYPED }, 'message', WITHOUT_TAGS],
		["a field's name", NO_FAX, 'description', AS_HTML],
		["the service's message", REFUSED, 'description', AS_HTML],
	])('has %s so that it shows as it was written', async (_, parameters, place, text) => {
		const { error } = await ask(parameters);
		expect(error?.[place]).toContain(text);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/<[a-z/]/i);

		const tool = await ask(parameters, TOOL);
		expect(tool.error?.message).toContain(TYPED);
		expect(tool.error?.description).not.toMatch(/<[a-z/]/i);

		const settings = { onError: 'continueRegularOutput' } as const;
		const { records } = await ask(parameters, { settings });
		expect(records).toMatchObject([{ message: expect.stringContaining(TYPED) }]);
	});

	it('of a poll has the field names so that they show as they were written', async () => {
		await ask({});
		const trigger = new ActiveTrigger({
			credential: credentialFor(service()),
			parameters: { events: ['created'], ...NO_FAX },
		});
		const failed = await trigger.poll().catch((error: unknown) => error);
		expect(failed).toMatchObject({ description: expect.stringContaining(AS_HTML) });
	});
});
