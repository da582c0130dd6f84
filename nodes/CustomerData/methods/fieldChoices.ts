import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { clientFor } from '../api/client';
import { isObject } from '../api/json';
import type { DataRecord, JsonValue } from '../api/page';
import { asError, toNodeError, withAdvice } from '../errors/nodeErrors';
import { userError } from '../errors/userError';
import { identifyBy } from '../identity/identity';
import { optionsOf } from '../parameters/chosenOptions';
import { resourceOf, wholeList } from '../parameters/list';
import { readRecords } from '../read/readRecords';

/** Milliseconds: somebody is waiting. */
const CHOICES_TIMEOUT = 10_000;

type Choice = { name: string; value: string };

/** The fields of the chosen list, for a parameter in which users see all of them. */
export async function getFields(this: ILoadOptionsFunctions): Promise<Choice[]> {
	return await loaded(allFields(this));
}

/** The fields of the chosen list, and the fields inside of them, such as `Address.City`. */
export async function getPaths(this: ILoadOptionsFunctions): Promise<Choice[]> {
	return await loaded(allFields(this, pathsIn));
}

/** @throws Error with its advice in the message: n8n shows nothing else here (n8n 2.41, ParameterInput) */
async function loaded(fields: Promise<Choice[]>): Promise<Choice[]> {
	try {
		return await fields;
	} catch (error) {
		throw withAdvice(asError(error));
	}
}

/** The fields of the chosen list, for a parameter in which users search for one field. */
export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return found(await allFields(this), filter);
}

/** The fields that tell the records of the first page apart. */
export async function searchUniqueFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const records = await firstPage(this);
	const tellsApart = (name: string) => {
		const { keyless, shared } = identifyBy(name, records);
		return keyless.length + shared.size === 0;
	};
	const names = Object.keys(records[0] ?? {}).filter(tellsApart);
	return found(choices(names), filter);
}

async function allFields(
	context: ILoadOptionsFunctions,
	namesIn: (record: DataRecord) => string[] = Object.keys,
): Promise<Choice[]> {
	const names = (await firstPage(context)).flatMap((record) => namesIn(record));
	return choices([...new Set(names)]);
}

/** A name that can be a step of a path as it is. */
const PLAIN_NAME = /^[^.[\]'"]+$/;

function pathsIn(record: DataRecord): string[] {
	return Object.entries(record).flatMap(([name, value]) => {
		const inner = PLAIN_NAME.test(name) ? stepsIn(value) : [];
		return [name, ...inner.map((steps) => name + steps)];
	});
}

/** The steps that can follow in a path. The first element stands for a list whose elements have no names. */
function stepsIn(value: JsonValue): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Array.isArray(value)
		? (namedElements(value) ?? value.slice(0, 1).map((one) => ['[0]', one] as const))
		: Object.entries(value).flatMap(([name, one]) =>
				PLAIN_NAME.test(name) ? [[`.${name}`, one] as const] : [],
			);
	return inner.flatMap(([step, one]) => [step, ...stepsIn(one).map((steps) => step + steps)]);
}

/** Under which a list of custom fields names each of them. */
const ELEMENT_NAMES = ['Name', 'name', 'Key', 'key', 'Code', 'code', 'Label', 'label'];

/** The elements of a list such as custom fields, e.g. `[Name=Region]`: their order can change. */
function namedElements(list: JsonValue[]): Array<readonly [string, JsonValue]> | undefined {
	return ELEMENT_NAMES.map((name) =>
		list.flatMap((one) => {
			const value = isObject(one) ? one[name] : undefined;
			const isName = typeof value === 'string' && PLAIN_NAME.test(value);
			return isName ? [[`[${name}=${value}]`, one] as const] : [];
		}),
	).find((named) => named.length > 0 && new Set(named.map(([step]) => step)).size === list.length);
}

function found(fields: Choice[], filter: string): INodeListSearchResult {
	const isFound = ({ name }: Choice) => name.toLowerCase().includes(filter.toLowerCase());
	return { results: fields.filter(isFound) };
}

function choices(names: string[]): Choice[] {
	return names.sort((a, b) => a.localeCompare(b)).map((name) => ({ name, value: name }));
}

/** The first page of the chosen list. It shows the fields, which are not specified (specification, section 2.3). */
async function firstPage(context: ILoadOptionsFunctions): Promise<DataRecord[]> {
	try {
		const { listName } = resourceOf(
			(name, fallback) => context.getCurrentNodeParameter(name) ?? fallback,
		);
		const options = { ...optionsOf('getAll', {}), maxRetries: 0, timeout: CHOICES_TIMEOUT };
		const request = { ...wholeList(listName, options), returnAll: false };
		return (await readRecords(await clientFor(context), request)).records;
	} catch (error) {
		throw toNodeError(isOfExpression(error) ? needsItem() : error, context);
	}
}

/** By its name, because a package that was installed by hand may bring classes of its own. */
function isOfExpression(error: unknown): boolean {
	return error instanceof Error && error.name === 'ExpressionError';
}

/** For an expression in the credential that has no value without an input item. */
export function needsItem() {
	return userError(
		'The fields cannot be listed, because the credential contains an expression',
		"n8n does not know its value until the workflow runs. Type the names of fields instead, exactly as the service spells them: choose 'By Name' or, where there is no such choice, 'Expression'. Separate several names with commas.",
	);
}
