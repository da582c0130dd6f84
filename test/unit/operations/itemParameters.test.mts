import { expect, it } from 'vitest';
import { readerOf } from '../../../nodes/CustomerData/operations/itemParameters';

const JSON_OF_ITEM = {
	code: 'C1',
	count: 0,
	none: null,
	'Zip code': 7,
	address: { city: 'Utrecht', "o'clock": 1 },
	list: ['a'],
	'a.b': 'dots',
};

it.each<[unknown, unknown]>([
	['text', 'text'],
	[7, 7],
	[null, null],
	['={{ $json.code }}', 'C1'],
	['={{$json.count}}', 0],
	['={{ $json.none }}', null],
	["={{ $json['a.b'] }}", 'dots'],
	["={{ $json['Zip code'] }}", 7],
	["={{ $json.address['city'] }}", 'Utrecht'],
	[
		{ pairs: [{ field: 'Name', value: '={{ $json.code }}' }] },
		{ pairs: [{ field: 'Name', value: 'C1' }] },
	],
])('reads %j without n8n', (parameter, value) => {
	expect(readerOf(parameter)(JSON_OF_ITEM)).toEqual(value);
});

it.each<[unknown]>([
	['={{ $json.missing }}'],
	['={{ $json.missing.code }}'],
	['={{ $json.code.length }}'],
	['={{ $json.toString }}'],
	['={{ $json.address }}'],
	['={{ $json.list }}'],
	["={{ $json.address['o\\'clock'] }}"],
	['={{ $json.code + 1 }}'],
	['={{ $json.code }} '],
	['=x{{ $json.code }}'],
	['={{ $json }}'],
	['={{ $itemIndex }}'],
	['=text'],
	[{ pairs: [{ field: 'Name', value: '={{ $json.missing }}' }] }],
])('leaves %j to n8n', (parameter) => {
	expect(readerOf(parameter)(JSON_OF_ITEM)).toBeUndefined();
	expect(readerOf('={{ $json.code }}')(undefined)).toBeUndefined();
});
