import { isDeepStrictEqual } from 'node:util';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** What stands in a node, but not in n8n's own description of its type: nothing, if all is right. */
export function unknownNames(node: INode, types: INodeTypeDescription[]): string[] {
	const { type, typeVersion, credentials = {} } = node;
	const description = types.find(
		({ name, version }) => name === type && [version].flat().includes(typeVersion),
	);
	if (!description) return [`${type} ${typeVersion}`];
	const { properties } = description;
	const kept =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ??
		{};
	return [
		...lost(node.parameters, kept),
		...values(properties, node.parameters).map((name) => `value of ${name}`),
		...Object.keys(credentials).filter(
			(name) => !takes(description, { ...node, parameters: { ...node.parameters, ...kept } }, name),
		),
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
		if (isExpression(value) || typeOptions) return [];
		const offered = options.map((option) => 'value' in option && option.value);
		return [value].flat().every((one) => offered.some((other) => other === one)) ? [] : [''];
	}
	if (type === 'collection' && isParameters(value)) {
		return values(options.filter(isProperty), value).map((name) => `.${name}`);
	}
	if (type === 'fixedCollection' && isParameters(value)) {
		return options.flatMap((option) => {
			if (!('values' in option)) return [];
			const entries = [value[option.name] ?? []].flat().filter(isParameters);
			return entries
				.flatMap((entry) => values(option.values, entry))
				.map((name) => `.${option.name}.${name}`);
		});
	}
	return [];
}

/** Whether a node takes a credential; HTTP Request takes any that a parameter names. */
function takes({ credentials = [] }: INodeTypeDescription, node: INode, name: string): boolean {
	const { nodeCredentialType, genericAuthType } = node.parameters;
	return (
		[nodeCredentialType, genericAuthType].includes(name) ||
		credentials.some(
			(one) => one.name === name && NodeHelpers.displayParameter(node.parameters, one, node, null),
		)
	);
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

function isParameters(value: unknown): value is INodeParameters {
	return value instanceof Object && !Array.isArray(value);
}

function isProperty(option: object): option is INodeProperties {
	return 'type' in option;
}
