import type { INodeProperties } from 'n8n-workflow';
import { refusal } from '../refusal';
import type { GetParameter } from './values';

/** A field of the chosen list. */
export function keyFieldProperty(
	texts: Pick<INodeProperties, 'displayName' | 'description'>,
	searchListMethod: string,
): INodeProperties {
	return {
		...texts,
		name: 'keyField',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: 'Code' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a field…',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Code' },
		],
	};
}

/** @throws UserError where none is chosen */
export function readKeyField(
	{ displayName }: Pick<INodeProperties, 'displayName'>,
	advice: string,
	parameter: GetParameter,
): string {
	const chosen = parameter('keyField', '', { extractValue: true });
	const name = typeof chosen === 'string' ? chosen.trim() : '';
	if (name !== '') return name;
	throw refusal(`'${displayName}' is empty`, advice);
}
