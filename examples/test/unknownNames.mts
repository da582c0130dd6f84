import { isDeepStrictEqual } from 'node:util';
import {
	NodeHelpers,
	type INode,
	type INodeCredentialDescription,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';
import type { N8nRest } from '../../harness/n8n/rest.mts';

const typesSchema = z.array(
	z.custom<INodeTypeDescription>((value) => value instanceof Object && 'properties' in value),
);

export async function nodeTypesOf({ cookie, url }: N8nRest): Promise<INodeTypeDescription[]> {
	// The next request would reuse a connection that n8n may just be closing.
	const headers = { cookie, connection: 'close' };
	const response = await fetch(`${url}/types/nodes.json`, { headers });
	return typesSchema.parse(await response.json());
}

/** What stands in a node, but not in n8n's own description of its type: nothing, if all is right. */
export function unknownNames(node: INode, types: INodeTypeDescription[]): string[] {
	const { type, typeVersion, parameters, credentials = {} } = node;
	// A note has names and sizes of its own.
	if (type.endsWith('.stickyNote')) return [];
	const description = types.find(
		({ name, version }) => name === type && [version].flat().includes(typeVersion),
	);
	if (!description) return [`${type} ${typeVersion}`];
	const { properties } = description;
	const kept =
		NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	const complete = { ...node, parameters: { ...parameters, ...kept } };
	return [
		...lost(parameters, kept),
		...values(properties, parameters).map((name) => `value of ${name}`),
		...Object.keys(credentials).filter((name) => !takes(description, complete, name)),
	];
}

/** Paths of what n8n would drop: names that it does not know, or does not show for these values. */
function lost(ours: unknown, kept: unknown, path = ''): string[] {
	if (isDeepStrictEqual(ours, kept)) return [];
	if (!(ours instanceof Object) || !(kept instanceof Object)) return [path];
	return Object.entries(ours).flatMap(([name, value]) => {
		const known: unknown = Reflect.get(kept, name);
		return lost(value, known, path ? `${path}.${name}` : name);
	});
}

/** Paths of choices that the editor does not offer. */
function values(properties: INodeProperties[], ours: INodeParameters): string[] {
	return Object.entries(ours).flatMap(([name, value]) => {
		// Parameters of several operations share a name.
		const all = properties.filter((property) => property.name === name);
		const wrong = all.map((property) => valuesOf(property, value).map((at) => `${name}${at}`));
		return wrong.some(({ length }) => length === 0) ? [] : (wrong[0] ?? []);
	});
}

function valuesOf(property: INodeProperties, value: unknown): string[] {
	const { type, options = [], modes = [], typeOptions } = property;
	if (type === 'resourceLocator') {
		const mode: unknown = value instanceof Object && Reflect.get(value, 'mode');
		return modes.some(({ name }) => name === mode) ? [] : ['.mode'];
	}
	if (type === 'options' || type === 'multiOptions') {
		const isExpression = typeof value === 'string' && value.startsWith('=');
		if (isExpression || typeOptions) return [];
		const offered = options.map((option) => 'value' in option && option.value);
		return [value].flat().every((one) => offered.some((other) => other === one)) ? [] : [''];
	}
	if (type === 'collection' && isParameters(value)) {
		const inner = options.filter((option): option is INodeProperties => 'type' in option);
		return values(inner, value).map((name) => `.${name}`);
	}
	if (type === 'fixedCollection' && isParameters(value)) {
		return options.flatMap((option) => {
			if (!('values' in option)) return [];
			const entries = [value[option.name] ?? []].flat().filter(isParameters);
			const wrong = entries.flatMap((entry) => values(option.values, entry));
			return wrong.map((name) => `.${option.name}.${name}`);
		});
	}
	return [];
}

/** Whether a node takes a credential; HTTP Request takes any that a parameter names. */
function takes({ credentials = [] }: INodeTypeDescription, node: INode, name: string): boolean {
	const { nodeCredentialType, genericAuthType } = node.parameters;
	const isShown = (one: INodeCredentialDescription) =>
		one.name === name && NodeHelpers.displayParameter(node.parameters, one, node, null);
	return [nodeCredentialType, genericAuthType].includes(name) || credentials.some(isShown);
}

function isParameters(value: unknown): value is INodeParameters {
	return value instanceof Object && !Array.isArray(value);
}
