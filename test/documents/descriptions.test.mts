import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';

const credential = new CustomerDataApi();
const { description: node } = new CustomerData();
const { description: trigger } = new CustomerDataTrigger();

/** Of parameters, their options, and what can be chosen in them. */
function namesIn(properties: INodeProperties[]): unknown[] {
	return properties.flatMap(({ name, options = [] }) => [
		name,
		...options.flatMap((option) => {
			if ('value' in option) return option.value;
			if ('values' in option) return [option.name, ...namesIn(option.values)];
			return namesIn([option]);
		}),
	]);
}

it.each([
	['the credential', credential.properties, 'baseUrl apiKey companyId isFixed'],
	[
		'the node',
		node.properties,
		'resource customer customerGroup other operation compare get getAll report search operationName compareNotice keyField inputKey compareFields pairs field value matchBy removedField removedValue onlyRecords conditions condition is isNot output records rows idField options emptyAsNull fields requestInterval maxCreated maxRemovals maxRetries parallelRequests presentValue timeout keyValue ifNotFound nothing error returnAll limit maxRecords offset',
	],
	[
		'the trigger',
		trigger.properties,
		'resource customer customerGroup other operationName keyField events createdOrUpdated created removed updated onlyRecords conditions field condition is isNot value pollNotice options emptyAsNull fields ignoreFields emitExisting requestInterval maxEvents maxRemovals maxRetries parallelRequests unidentified leaveOut error timeout',
	],
])(
	'keeps the names that are saved with workflows of %s; a new one is added here',
	(_, properties, saved) => {
		expect([...new Set(namesIn(properties))].join(' ')).toBe(saved);
	},
);

/** With the options in their boxes, and the fields in their lines. */
function everyOne(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inside = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [property, ...everyOne(inside)];
	});
}

/** The names that stand one below the other. */
function listsIn({ options = [] }: INodeProperties): string[][] {
	const lines = options.flatMap((option) => ('values' in option ? [option.values] : []));
	return [options, ...lines].map((list) =>
		list.map((entry) => ('displayName' in entry ? entry.displayName : entry.name)),
	);
}

// n8n's lint asks it of every parameter, but sees only those that are written out.
describe('of all parameters', () => {
	const properties = everyOne([...node.properties, ...trigger.properties]);

	it('sorts what five or more choices and options are called', () => {
		const lists = properties.flatMap(listsIn).filter((names) => names.length >= 5);
		expect(lists).toContainEqual(expect.arrayContaining(['Max Events per Execution']));
		for (const names of lists) {
			expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
		}
	});

	it('says what an operation does in one sentence, without articles', () => {
		const actions = properties.flatMap(({ options = [] }) =>
			options.flatMap((option) => ('action' in option && option.action) || []),
		);
		expect(actions).toContain('Get many customers');
		for (const action of actions)
			expect(action).toMatch(/^[A-Z][a-z]*( (?!an? |the )([a-z]+|CRM))+$/);
	});

	it('says of those that are on or off whether they do something', () => {
		const switches = properties.filter(({ type }) => type === 'boolean');
		expect(switches.map(({ displayName }) => displayName)).toContain('Empty Text as Null');
		for (const { description } of switches) expect(description).toMatch(/^Whether /);
	});
});
