import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';
import { packageTypes } from '../../harness/engine/packageTypes.mts';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node';
import { execute } from '../../nodes/CustomerData/operations/execute';
import { GO_ON } from './support/heldBack.mts';
import { serveOnly, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 1 } });

const RECORDS = ['a', 'b', 'c', 'd'].map((Code) => ({ Code, Name: `Name ${Code}` }));
/** Nobody is held back: one is to be created, one updated, and one removed. */
const CLEAR = [
	{ code: 'a', name: 'Name a' },
	{ code: 'b', name: 'Name b' },
	{ code: 'c', name: 'Other' },
	{ code: 'x', name: 'Gone' },
];
/** Two rows share a code. */
const UNCLEAR = [...CLEAR, { code: 'a', name: 'Another' }];
const PARAMETERS = {
	operation: 'compare',
	keyField: locator('Code'),
	inputKey: 'code',
	compareFields: { pairs: [{ field: 'Name', value: 'name' }] },
};
const ALL = { maxCreated: 100, maxRemovals: 100, maxRetries: 0 };

type OnError = NonNullable<INode['onError']>;
const ON_ERROR: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const GOING_ON = ON_ERROR.slice(1);

/** What comes out at each output: how many items, or what *Held Back* and the output for errors say. */
async function compare(
	input: IDataObject[],
	run: Partial<NodeRun> = {},
	options: INodeParameters = ALL,
) {
	serveOnly(service(), RECORDS);
	const all = { parameters: PARAMETERS, input, ...run };
	const { outputs, error, hints } = await readCustomers(service(), options, all);
	const [created = [], updated = [], removed = [], ...others] = outputs;
	const due = [created, updated, removed].map((items) => items.length);
	const [held = [], errors = []] = others.map((items) => items.map(({ json }) => json));
	return { due, held, errors, stopped: error?.message, hints };
}

const ALL_DUE = [1, 1, 1];
const NOTHING = [0, 0, 0];
const SHARED = '2 contacts share the identifier "a"';

describe('whoever is held back', () => {
	it('comes out at Held Back, one item for each, with what to do, and all in words', async () => {
		const rows = [...UNCLEAR, { code: 'd', name: 'Name d' }, { code: 'D', name: 'Name d' }];
		const { held } = await compare(rows, GO_ON);
		const message = expect.stringMatching(/^2 contacts share .*"D"/s);
		expect(held).toEqual([
			{ key: 'a', name: 'Name a', note: expect.stringMatching(/^2 contacts .* Merge/), message },
			{ key: 'D', name: 'Name d', note: expect.stringContaining('"d"') },
		]);
	});

	it('comes out without the API key, where a row has it in its code', async () => {
		const { apiKey } = service();
		const rows = [1, 2].map((id) => ({ id, code: apiKey, name: 'Gone' + id }));
		const { held } = await compare([...CLEAR, ...rows], GO_ON);
		expect(held.map(({ note }) => note)).toEqual([expect.stringMatching(/^2 contacts share/)]);
		const parameters = { ...PARAMETERS, operation: 'report' };
		const run = { parameters, input: [...CLEAR, ...rows] };
		const [lines = []] = (await readCustomers(service(), ALL, run)).outputs;
		const said = [...held, ...lines.map(({ json }) => json)];
		expect(said.map(({ note, message }) => `${note} ${message}`).join()).not.toContain(apiKey);
	});

	it.each(ON_ERROR)('keeps nobody else from output where it is connected (%s)', async (onError) => {
		const outcome = await compare(UNCLEAR, { ...GO_ON, settings: { onError } });
		expect(outcome).toMatchObject({ due: ALL_DUE, held: [{ key: 'a' }], errors: [] });
		expect(outcome.stopped).toBeUndefined();
		expect(outcome.hints).toEqual([expect.stringContaining(SHARED)]);
	});

	it.each<[OnError, object]>([
		['stopWorkflow', { due: NOTHING, held: [], errors: [], stopped: SHARED }],
		['continueRegularOutput', { due: NOTHING, held: [], errors: [] }],
		['continueErrorOutput', { due: NOTHING, held: [], errors: [{ error: SHARED }] }],
	])('keeps all from output where nobody would see it (%s)', async (onError, outcome) => {
		expect(await compare(UNCLEAR, { settings: { onError } })).toMatchObject(outcome);
	});
});

describe('a failure', () => {
	it.each<[OnError, object]>([
		['stopWorkflow', { held: [], errors: [], stopped: expect.stringContaining('more than') }],
		['continueRegularOutput', { held: [{ key: '–' }], errors: [] }],
		['continueErrorOutput', { held: [{ key: '–' }], errors: [{}] }],
	])('is not mistaken for somebody, and outputs nobody (%s)', async (onError, outcome) => {
		const options = { ...ALL, maxRemovals: 1 };
		const rows = [...CLEAR, ...Array.from({ length: 9 }, (_, nth) => ({ code: `x${nth}` }))];
		const found = await compare(rows, { ...GO_ON, settings: { onError } }, options);
		expect(found).toMatchObject({ due: NOTHING, ...outcome });
	});
});

describe('an exception anywhere in the node', () => {
	/** The node, in which the nth access to what n8n gives it throws. */
	function failingAt(nth: number) {
		let count = 0;
		let hasEnded = false;
		const touch = () => {
			count += 1;
			if (count === nth) throw new Error('An exception');
		};
		class FailingOnce extends CustomerData {
			override async execute(this: IExecuteFunctions) {
				const outputs = await execute(watched(this, touch));
				hasEnded = count < nth;
				// n8n looks at the items, too.
				count = nth;
				return outputs;
			}
		}
		const types = packageTypes([new FailingOnce()], new CustomerDataApi());
		return { types, hasEnded: () => hasEnded };
	}

	function watched(context: IExecuteFunctions, touch: () => void): IExecuteFunctions {
		return new Proxy(context, {
			get(target, name) {
				touch();
				if (name === 'getInputData') {
					return () => target.getInputData().map((item) => ({ ...item, json: row(item.json) }));
				}
				const value: unknown = Reflect.get(target, name);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		});
		function row(json: IDataObject): IDataObject {
			return new Proxy(json, {
				get(target, name) {
					touch();
					return Reflect.get(target, name);
				},
			});
		}
	}

	it.each(GOING_ON)('lets no row come out as if it were due (%s)', async (onError) => {
		let failed = 0;
		for (let nth = 1; ; nth++) {
			const { types, hasEnded } = failingAt(nth);
			const run = { ...GO_ON, types, settings: { onError } };
			const { due, stopped } = await compare(UNCLEAR, run);
			if (hasEnded()) break;
			expect(stopped).toBeUndefined();
			if (due.join() !== ALL_DUE.join()) {
				expect(due).toEqual(NOTHING);
				failed += 1;
			}
		}
		expect(failed).toBeGreaterThan(50);
	});

	it.each(['get', 'getAll', 'report', 'search'])(
		'hands on no input item: %s',
		async (operation) => {
			serveOnly(service(), RECORDS);
			const parameters = { ...PARAMETERS, operation, keyValue: 'a', search: 'a' };
			for (let nth = 1; ; nth++) {
				const { types, hasEnded } = failingAt(nth);
				const settings = { onError: 'continueRegularOutput' } as const;
				const run = { parameters, input: [{ isInput: true }], types, settings };
				const { outputs, error } = await readCustomers(service(), { maxRetries: 0 }, run);
				if (hasEnded()) break;
				expect(error).toBeUndefined();
				expect(JSON.stringify(outputs)).not.toContain('isInput');
			}
		},
	);
});
