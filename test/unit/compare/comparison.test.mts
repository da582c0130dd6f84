import { expect, it } from 'vitest';
import { readComparison } from '../../../nodes/CustomerData/compare/comparison';

it('leaves out lines that hold nothing, as an expression may return them', () => {
	const values: Record<string, unknown> = {
		resource: 'customer',
		keyField: 'Code',
		inputKey: 'code',
		'compareFields.pairs': [null, { field: 'Name', value: 'name' }],
		'onlyRecords.conditions': [null, { field: 'Active', condition: 'is', value: 'true' }],
	};
	const read = readComparison('compare', (name, fallback) => values[name] ?? fallback);
	expect(read).toMatchObject({
		columns: { key: 'code', fields: [['Name', 'name']] },
		conditions: [{ field: 'Active', isNot: false, value: 'true' }],
	});
});
