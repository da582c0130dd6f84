import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { describe } from 'vitest';
import { installN8n } from '../../../harness/install/install.mts';
import { isElsewhere } from '../../../harness/sandbox.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { CustomerData } from '../../../nodes/CustomerData/CustomerData.node.ts';
import { CustomerDataTrigger } from '../../../nodes/CustomerData/CustomerDataTrigger.node.ts';
import { test as base, ONCE } from '../../support/suite.mts';

// What n8n's Assistant finds among all nodes of n8n: of each search, it sees the first five.

/** Of `@n8n/ai-utilities`, as n8n's `NodeCatalogService` calls them (2.41). */
interface Catalog {
	NodeTypeParser: new (types: INodeTypeDescription[]) => Parser;
	searchCodeBuilderNodes: (parser: Parser, queries: string[]) => { results: string };
}

interface Parser {
	searchNodeTypes: (query: string, limit: number) => Array<{ id: string }>;
}

const FOLDER = join(import.meta.dirname, '../../../nodes/CustomerData');
const PACKAGE = 'n8n-nodes-customer-data';
const OF_N8N = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

const test = base.extend('search', ONCE, async ({ tools }) => await searchOf(tools));

async function searchOf(tools: ScriptTools) {
	const { n8n } = await installN8n(tools);
	const require = createRequire(n8n);
	const catalog: Catalog = require('@n8n/ai-utilities/node-catalog');
	const { createAiTools, createHitlTools } = require('../dist/tool-generation');
	const lists = await Promise.all(
		OF_N8N.map(async (name) => {
			const file = join(n8n, '../../..', name, 'dist/types/nodes.json');
			return named(name, JSON.parse(await readFile(file, 'utf8')));
		}),
	);
	const own = [new CustomerData(), new CustomerDataTrigger()].map(async (node) => {
		const codex = await readFile(join(FOLDER, `${node.constructor.name}.node.json`), 'utf8');
		return { ...node.description, codex: JSON.parse(codex) };
	});
	const nodes = [...lists.flat(), ...named(PACKAGE, await Promise.all(own))];
	const known = { nodes: Object.fromEntries(nodes.map(({ name }) => [name, {}])), credentials: {} };
	const types = { nodes, credentials: [] };
	createAiTools(types, known);
	createHitlTools(types, known);
	const parser = new catalog.NodeTypeParser(types.nodes);
	return {
		found: (phrase: string) =>
			parser
				.searchNodeTypes(phrase, 5)
				.map(({ id }) => id)
				.filter((id) => id.startsWith(PACKAGE)),
		shown: (phrase: string) => catalog.searchCodeBuilderNodes(parser, [phrase]).results,
	};
}

function named(name: string, types: INodeTypeDescription[]) {
	return types.map((type) => ({ ...type, name: `${name}.${type.name}` }));
}

/** What people ask for. */
const RIGHT = [
	'customers',
	'customer data',
	'customer list',
	'get all customers',
	'find a customer by code',
	'look up a customer',
	'compare customers',
	'export customers',
	'reconcile customers',
	'removed customers',
	'customer groups',
	'when a customer changes',
	'customer changed',
	'clients',
	'debtors',
	'suppliers',
	'accounting',
	'administration',
	'bookkeeping',
	'master data',
	'compare',
	'differences',
	'sync',
	'keep CRM in sync with accounting',
];

/** What other nodes are for. */
const WRONG = [
	'create a poll in Telegram',
	'poll an API',
	'watch a folder',
	'match a regular expression',
	'upsert rows',
	'update a record',
	'data changes',
	'deleted files',
	'sales report',
];

// An n8n that runs elsewhere shows no files.
describe.skipIf(isElsewhere)("n8n's search for nodes", () => {
	test.for(RIGHT)('finds the node by: %s', (phrase, { search }) => {
		assert.notDeepEqual(search.found(phrase), []);
	});

	test.for(['clients', 'debtors', 'customers', 'accounting'])(
		'finds its trigger by: %s',
		(phrase, { search }) => {
			assert.ok(search.found(phrase).includes(`${PACKAGE}.customerDataTrigger`));
		},
	);

	test.for(WRONG)('leaves room for other nodes in: %s', (phrase, { search }) => {
		assert.deepEqual(search.found(phrase), []);
	});

	test('shows beside an operation how its parameters look', ({ search }) => {
		const shown = search.shown('customer data');
		assert.match(
			shown,
			/- compare\n.*\n +@builderHint inputKey: 'code', compareFields: \{ pairs: \[/,
		);
		assert.match(shown, /@builderHint returnAll: true/);
	});
});
