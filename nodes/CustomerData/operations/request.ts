import type { IExecuteFunctions } from 'n8n-workflow';
import { readResource, wholeList } from '../parameters/list';
import { readOptions } from '../parameters/optionValues';
import type { GetParameter } from '../parameters/values';
import type { Operation } from './operation';

/**
 * Reads which list to read, and with which options.
 *
 * @throws UserError that names the parameter, and says what to enter
 */
export function readRequest(place: Operation['value'], parameter: GetParameter) {
	const { resource, listName } = readResource(parameter);
	const options = readOptions(place, parameter('options', {}));
	return { resource, request: wholeList(listName, options) };
}

/** The parameters as an input item has them. */
export function parametersFor(context: IExecuteFunctions, item: number): GetParameter {
	return (name, fallback, options) => context.getNodeParameter(name, item, fallback, options);
}
