import { resolve } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials.ts';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node.ts';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node.ts';
import { optionsOf } from '../../nodes/CustomerData/parameters/chosenOptions.ts';
import { plain, table } from './markdown.mts';

export const REFERENCE = resolve(import.meta.dirname, '../../docs/reference.md');

/** The page of all parameters and options, in the words that n8n shows. */
export function reference(): string {
	const all = places();
	const headings = ['Name', 'In', 'Default', 'What it does'];
	const credential = new CustomerDataApi().properties.filter(({ type }) => type !== 'hidden');
	const options = rowsOf(all.map((place) => ({ ...place, shown: optionsIn(place) })));
	return [
		'# Reference\n',
		"This page is written from the nodes themselves, in the words of n8n's panel. *Default* is what applies until you change a parameter or add an option; what you can enter stands in parentheses.\n",
		'## Credential\n',
		table(
			['Name', 'Hint', 'What to enter'],
			credential.map(({ displayName, hint = '', ...property }) => {
				return [`**${displayName}**`, plain(hint), textOf({ displayName, ...property })];
			}),
		),
		'## Operations\n',
		table(
			['Name', 'What it does, for customers'],
			OPERATIONS.map(({ name, description = '' }) => [`**${name}**`, plain(description)]),
		),
		'## Parameters\n',
		table(headings, rowsOf(all.map((place) => ({ ...place, shown: parametersIn(place) })))),
		'## Options\n',
		table(
			headings,
			options.sort(([one = ''], [other = '']) => one.localeCompare(other)),
		),
	].join('\n');
}

/** Where parameters are shown: an operation, or the trigger. */
interface Place {
	name: string;
	properties: INodeProperties[];
}

const { description: node } = new CustomerData();
const { description: trigger } = new CustomerDataTrigger();
const OPERATIONS = choicesIn(node.properties.find(({ name }) => name === 'operation'));
const RESOURCES = choicesIn(node.properties.find(({ name }) => name === 'resource'));

function places(): Place[] {
	const operations = OPERATIONS.map(({ name, value }) => {
		const properties = node.properties.filter(({ displayOptions: { show } = {} }) => {
			return show?.operation?.includes(value) ?? true;
		});
		return { name, properties };
	});
	return [...operations, { name: 'Trigger', properties: trigger.properties }];
}

/** With the fields of each line after the parameter that has the lines. */
function parametersIn({ properties }: Place): INodeProperties[] {
	return properties
		.filter(({ name, type }) => name !== 'operation' && !/^(collection|notice)$/.test(type))
		.flatMap((property) => {
			const lines = (property.options ?? []).flatMap((option) =>
				'values' in option ? option.values : [],
			);
			return [property, ...lines];
		});
}

function optionsIn({ properties }: Place): INodeProperties[] {
	const box = properties.find(({ type }) => type === 'collection');
	return (box?.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
}

/** A row for all places that show the same. */
function rowsOf(all: Array<Place & { shown: INodeProperties[] }>): string[][] {
	const rows = new Map<string, { cells: string[]; where: Array<[string, string]> }>();
	for (const { name, shown } of all) {
		for (const property of shown) {
			const cells = [property.displayName, defaultOf(property), textOf(property)];
			const key = JSON.stringify(cells);
			const row = rows.get(key) ?? { cells, where: [] };
			row.where.push([name, conditionOf(property)]);
			rows.set(key, row);
		}
	}
	return [...rows.values()].map(({ cells: [name = '', ...others], where }) => {
		return [`**${name}**`, inWords(where, all.length), ...others];
	});
}

/** @param where each place, and on which condition */
function inWords(where: Array<[string, string]>, most: number): string {
	const [[, first = ''] = []] = where;
	const isSame = where.every(([, condition]) => condition === first);
	if (!isSame) return where.map((parts) => parts.filter(Boolean).join(' ')).join(', ');
	// Several parameters can have lines with the same field.
	const places = [...new Set(where.map(([name]) => name))];
	const names = places.length === most ? 'all' : places.join(', ');
	return first === '' ? names : `${names}; ${first}`;
}

function conditionOf({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties): string {
	const [returnAll] = show.returnAll ?? show['/returnAll'] ?? [];
	const whole = returnAll === undefined ? '' : `${returnAll ? 'with' : 'without'} *Return All*`;
	const rows = (show.output ?? show['/output']) ? 'with *Rows to Save*' : '';
	const records = hide['/output'] ? 'with *Records*' : '';
	return [resourcesIn(show.resource), whole, rows, records].filter(Boolean).join(', ');
}

function resourcesIn(chosen: unknown[] = []): string {
	const [shown = [], hidden = []] = [true, false].map((isShown) =>
		RESOURCES.filter(({ value }) => chosen.includes(value) === isShown),
	);
	if (shown.length === 0) return '';
	const isMost = shown.length > hidden.length;
	const names = (isMost ? hidden : shown).map(({ name }) => `*${name}*`).join(', ');
	return `${isMost ? 'not for' : 'for'} ${names}`;
}

/** What applies if an option is not added, which is not always what it starts with. */
const UNSET = new Map<string, unknown>(Object.entries(optionsOf('getAll', {})));

function defaultOf(property: INodeProperties): string {
	const { name, type, required, default: start } = property;
	const value: unknown = UNSET.get(name) ?? start;
	const range = rangeOf(property);
	if (type === 'number') {
		const number = value === Infinity ? 'no maximum' : Number(value).toLocaleString('en');
		return `${number} (${range})`;
	}
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const choices = choicesIn(property).filter((choice) => [value].flat().includes(choice.value));
	if (choices.length > 0) return choices.map((choice) => choice.name).join(', ');
	const text: unknown = value instanceof Object && 'value' in value ? value.value : value;
	if (typeof text === 'string' && text !== '') return `\`${text}\``;
	return required ? 'required' : '';
}

function rangeOf({ typeOptions: { minValue, maxValue } = {} }: INodeProperties): string {
	if (minValue === undefined) return '';
	if (maxValue === undefined) return `${minValue} or more`;
	return `${minValue}–${maxValue.toLocaleString('en')}`;
}

/** What n8n shows below the name, and of each choice. */
function textOf(property: INodeProperties): string {
	const { description = '', hint = '' } = property;
	const choices = choicesIn(property).map(
		(choice) => `*${choice.name}*: ${sentence(choice.description ?? '')}`,
	);
	const own = plain(description)
		// It stands beside the default.
		.replace(` (${rangeOf(property)})`, '')
		// n8n's lint wants it of every list of fields.
		.replace(/(?<=\.) Choose from the list, or specify IDs using an expression\.$/, '');
	return [sentence(own), sentence(plain(hint)), ...choices].filter(Boolean).join(' ');
}

function choicesIn(property?: INodeProperties): INodePropertyOptions[] {
	return (property?.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
}

function sentence(text: string): string {
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}
