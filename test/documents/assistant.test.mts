import {
	generateWorkflowCode,
	parseWorkflowCode,
	validateWorkflow,
	type WorkflowJSON,
} from '@n8n/workflow-sdk';
import {
	generateNodeTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';
import { describe, expect, it } from 'vitest';
import { exampleFiles, readExample } from '../../harness/workflow/examples.mts';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node.ts';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node.ts';

// What n8n's Assistant reads of the nodes, and whether it can rebuild the examples.

const typesOf = (description: unknown) =>
	generateNodeTypeFile(description as NodeTypeDescription | NodeTypeDescription[]);

/** The comment and the type of an operation of customers. */
function definitionOf(operation: string): string {
	const { description } = new CustomerData();
	const all = typesOf({ ...description, name: 'n8n-nodes-customer-data.customerData' });
	const parts = all.split(/(?=\/\*\*[^/]*?\*\/\s*export type )/);
	return parts.filter((part) => part.includes(`operation: '${operation}'`)).join('\n');
}

/** Which node is connected to which, and from which output. */
function linksIn({ connections }: WorkflowJSON): string[] {
	const links = Object.entries(connections).flatMap(([from, byType]) =>
		Object.entries(byType).flatMap(([type, outputs]) =>
			outputs.flatMap((to, output) =>
				(to ?? []).map(({ node, index }) => `${from} ${type} ${output} → ${node} ${index}`),
			),
		),
	);
	return links.sort();
}

describe("n8n's Assistant", () => {
	it.each([
		[
			'compare',
			[
				'alwaysOutputData: true on that node',
				'0 Created',
				'1 Updated',
				'2 Removed',
				'3 Held Back',
				'{{ $json.input.id }} at 1',
				'set output: "rows"',
				'.output(n).to(…)',
				'not expressions',
				'onlyRecords.conditions',
				'The first run is by hand',
			],
		],
		['get', ['An empty keyValue always fails']],
		['getAll', ['Set returnAll: true, or at most 50', 'Split in Batches']],
		['report', ['0 Differences', '1 Summary']],
	])('is told once what %s needs, and of no other operation', (operation, words) => {
		for (const word of words) {
			expect(definitionOf(operation).split(word)).toHaveLength(2);
			expect(definitionOf('search')).not.toContain(word);
		}
	});

	it('reads no more of the node than it did at the last review', () => {
		const { description } = new CustomerData();
		expect(typesOf(description).length).toBeLessThan(52_000);
	});

	it('sees beside each operation how its parameters look, once', () => {
		const { properties } = new CustomerData().description;
		const selectors = properties.filter(({ name }) => name === 'operation');
		const examples = selectors.map(({ options = [] }) =>
			options.map((option) => ('value' in option ? option.builderHint?.propertyHint : undefined)),
		);
		const [ofCustomers = [], ...ofOthers] = examples;
		expect(ofCustomers.join('\n')).toContain("compareFields: { pairs: [{ field: 'Name'");
		expect(ofCustomers).not.toContain(undefined);
		expect(new Set(ofOthers.flat())).toEqual(new Set([undefined]));
	});

	it('is told that an upsert by key is enough behind the trigger', () => {
		const { description } = new CustomerDataTrigger();
		const all = typesOf({ ...description, name: 'n8n-nodes-customer-data.customerDataTrigger' });
		expect(all).toContain('do not filter out what was handled before');
	});

	it.each(exampleFiles())(
		'finds nothing wrong with %s, and keeps all of it when it edits',
		(file) => {
			const example = readExample(file) as unknown as WorkflowJSON;
			const { errors, warnings } = validateWorkflow(example, { allowDisconnectedNodes: true });
			expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
			const rebuilt = parseWorkflowCode(generateWorkflowCode(example));
			const namesOf = ({ nodes }: WorkflowJSON) => nodes.map(({ name }) => name).sort();
			expect(namesOf(rebuilt)).toEqual(namesOf(example));
			expect(linksIn(rebuilt)).toEqual(linksIn(example));
		},
	);
});
