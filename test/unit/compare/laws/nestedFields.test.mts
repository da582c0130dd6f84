import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { differenceText } from '../../../../nodes/CustomerData/report/differences';
import { findingsIn, linesOf } from '../../../../nodes/CustomerData/report/findings';
import { compareRows } from '../../../support/comparing.mts';
import { law } from '../../../support/law.mts';
import { context } from '../../../support/nodes.mts';

const FIELDS = ['Name', 'City'];
const pathOf = (name: string) => `Address.${name}`;

const values = {
	Name: fc.constantFrom('Bakery', 'Butcher', '', null),
	City: fc.constantFrom('Ulm', 'Bonn', '', null),
};
const numbered = (length: number) => fc.constantFrom(...'ABCDEFGH'.slice(0, length));
/** Some are without an address at all. */
const records = fc.array(fc.record({ Code: numbered(6), ...values }, { requiredKeys: ['Code'] }), {
	minLength: 1,
	maxLength: 8,
});
const rows = fc.array(
	fc.record({ code: fc.oneof(numbered(8), fc.constant('')), active: fc.boolean(), ...values }),
	{ maxLength: 8 },
);

law(
	'a nested field is compared as one of the record itself',
	{
		of: [records, records, rows, fc.subarray(FIELDS), fc.boolean()],
		examples: 1_000,
	},
	async (list, later, crm, names, isUnattended) => {
		const outcomeOf = async (
			nameOf: (name: string) => string,
			given: IDataObject[],
			form: (record: DataRecord) => DataRecord,
		) => {
			const [fields, by] = [FIELDS.map(nameOf), names.map(nameOf)];
			const comparing = { fields, by, isUnattended };
			const compared = await compareRows(list.map(form), given, comparing);
			const { fates, created, updated, removed, asked, named } = compared;
			const again = await compareRows(later.map(form), given, { ...comparing, asked });
			const said = [named, again.named, ...updated.map(differenceText)];
			return {
				keys: [created.map(({ key }) => key), [...updated, ...removed].map(({ row }) => row.key)],
				said: said.map((text) => text.replaceAll('Address.', '')),
				lines: linesOf(findingsIn(fates, fields, context)).map((line) => ({
					...line,
					field: line.field.replace('Address.', ''),
					// What names the fields of a record names those around its values.
					note: line.note.replaceAll('Address.', '').replace(/Records have the fields .*?\. /, ''),
				})),
			};
		};
		const nestedRows = crm.map(({ Name, City, ...row }) => ({ ...row, Address: { Name, City } }));
		const nested = await outcomeOf(pathOf, nestedRows, ({ Code = null, ...Address }) => {
			return { Code, Address };
		});
		expect(nested).toEqual(await outcomeOf(String, crm, (record) => record));
	},
);
