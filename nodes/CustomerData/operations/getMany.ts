import type { INodeProperties } from 'n8n-workflow';
import type { Client } from '../api/client';
import { MAX_PAGE_SIZE } from '../api/page';
import { MOST_NAMED } from '../errors/userError';
import { alike, alikeIn } from '../identity/spelling';
import { errorsOf } from '../identity/unidentified';
import type { ListRequest } from '../parameters/list';
import { OPTIONS } from '../parameters/options';
import { readValue } from '../parameters/values';
import { FieldPicker } from '../read/fieldPicker';
import type { ItemOperation } from './operation';
import type { Reads } from './reads';

const returnAllProperty = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} satisfies INodeProperties;

const limitProperty = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_PAGE_SIZE },
	default: 50,
	description: 'Max number of results to return',
	hint: `Up to ${MAX_PAGE_SIZE}. For more, turn on 'Return All'.`,
	displayOptions: { show: { returnAll: [false] } },
} satisfies INodeProperties;

/** Returns the records of a list; an option refuses those without an identifier of their own. */
export const getMany: ItemOperation<{ share: ListRequest }> = {
	value: 'getAll',
	name: 'Get Many',
	action: ({ records }) => `Get many ${records}`,
	description: ({ records }) => `Retrieve many ${records}`,
	properties: [returnAllProperty, limitProperty],

	ask(request, parameter) {
		const returnAll = readValue(returnAllProperty, parameter('returnAll', false));
		const limit = returnAll
			? request.limit
			: readValue(limitProperty, parameter('limit', limitProperty.default));
		return { share: { ...request, returnAll, limit } };
	},

	async answer(reads, client, asked) {
		const [{ share }] = asked;
		const { records, errors } = await readUnique(reads, client, share);
		// Input items share no object.
		return asked.map(({ item }, index) => {
			return { item, records: index === 0 ? records : structuredClone(records), errors };
		});
	},
};

/** Without the records that the option `uniqueField` does not identify; each of them is an error. */
async function readUnique(reads: Reads, client: Client, request: ListRequest) {
	const { options } = request;
	const { fields, uniqueField } = options;
	const { displayName: parameter } = OPTIONS.uniqueField;
	if (uniqueField === '') {
		const { records } = await reads.read(client, request);
		return { records, errors: [] };
	}
	const { result, list } = await reads.readIdentified(client, request, uniqueField, parameter);
	const errors = errorsOf(list, uniqueField, parameter).map((error) => ({ error }));
	reads.stopAt(errors);
	const picker = new FieldPicker(fields, { ...options, identifier: uniqueField });
	if (!result.isCut) picker.checkAll(result.records);
	const notes = alikeIn(list.records.keys()).map((keys) => alike(uniqueField, keys));
	reads.notes.push(...notes);
	const named = notes.slice(0, MOST_NAMED).map(({ message }) => message);
	if (named.length > 0) reads.log(named.join('. '));
	const records = [...list.records.values()].map(({ record }) => picker.pick(record));
	return { records, errors };
}
