import { expect, it } from 'vitest';
import { tellStories } from '../../support/compareStories.mts';
import { compareRows } from '../../support/comparing.mts';
import { range } from '../../support/range.mts';

tellStories(`
lets ten of 60 be created (creating forbidden): [0…59] / [10…59] → +[0…9]
lets twelve of 60 be created: [0…59] / [12…59] → +[0…11]
stops thirteen: [0…59] / [13…59] → ! 13 of 60 records
lets more be created where that is allowed (creating allowed): [0…59] / [13…59] → +[0…12]
lets more be removed where that is allowed (removing allowed): [0…59] / [0…75] → -[60…75]
stops more than a fifth, without marked rows and leads: [0…59] / [0…75] _9 _9 y1! → ! 16 of 76 contacts
counts who is missing from an empty list: / [0…79] → ! 80 of 80 contacts…Even then
counts who is missing beside equal records: [0…59] 30:1 / 0:2 [1…79] → ! 20 of 80 contacts…Even then
counts who is missing beside one without a code: [0…59] _9 / 0:2 [1…79] → ! 20 of 80 contacts…Even then
stops 501 removals: [0…2009] / [0…2510] → ! 501 of 2511 contacts…(500,
lets 500 be removed: [0…2009] / [0…2509] → -[2010…2509]
lets a fifth be removed: [0…59] / [0…74] → -[60…74]
lets 501 be removed where a percentage is set (a fifth allowed): [0…2009] / [0…2510] → -[2010…2510]
stops nobody who would be removed of nine: [0…5] / [0…8] → -[6…8]
stops three of ten: [0…6] / [0…9] → ! 3 of 10 contacts
asks before a list is created, however short (99 % allowed): a1 b1 c1 / → ! 3 of 3 records
creates it where that is allowed (creating allowed): a1 b1 c1 / → +a +b +c
creates a few where others are known: a1 b1 c1 / b1 c1 → +a
creates half where the others are known: a1 b1 / b1 → +a
asks before most are created: a1 b1 c1 / c1 → ! 2 of 3 records
asks before one is created: a1 / → ! 1 of 1 records
asks before all is created and removed: a1 b1 / _9 x1 y1 → ! No contact has a record…"x", and the list has "a"
asks although all may be created (creating allowed): a1 / _9 x1 y1 → ! No contact has a record in the list
asks although all may be removed (removing allowed): a1 / _9 x1 y1 → ! No contact has a record in the list
asks where no row has an identifier: a1 b1 / _1 _2 → ! No contact has a value in 'code', so all records would be output as created
creates and removes all where that is allowed (all allowed): a1 b2 / _9 x3 y4 → +a +b -x -y
says that an input of 50 contacts may be the first page: [0…99] / [0…49] → ! 50 of 100 records…exactly 50 contacts
says nothing of the kind of 51: [0…99] / [0…50] → ! 49 of 100 records are not in the input, more than 'Max Created (%)' allows (20%). Nothing was output. The input may be incomplete
stops a first load at which nobody looks, whatever is allowed (published; all allowed): a1 b1 / _2 → ! No contact has a value in 'code', and nobody looks
stops nobody where the list has nobody to load (published): / _1 _2 →
stops no other one (published; all allowed): a1 b1 / → +a +b
counts only those who are wanted (only 1): [0…59] x2 y2 z2 / [13…59] → ! 13 of 60 records are…Those that 'Only Records With' leaves out
says why many would be removed (only 2): [0…59] y2 / [0…59] y2 → ! 60 of 61 contacts…Those that 'Only Records With' leaves out
says it where all are left out who have a row (only 2): a1 b1 c2 / a1 b1 → ! No contact has a record in the list…Those that 'Only Records With' leaves out
`);

it('says that all rows have one identifier, also if it is that of a record', async () => {
	const records = range(0, 30).map((nth) => ({ Code: `C${nth}`, Name: `${nth}` }));
	const rows = records.map(({ Name }, id) => ({ id, code: 'C7', Name }));
	const { stopped } = await compareRows(records, rows);
	expect(stopped).toBe(`All contacts have "C7" in 'code'`);
});

it('names twenty fields of the first row where none has a value for the identifier', async () => {
	const wide = Object.fromEntries(range(0, 30).map((nth) => [`f${nth}`, nth]));
	const { stop } = await compareRows([{ Code: 'a', Name: '1' }], [wide], { isUnattended: false });
	expect(stop?.description).toContain("'f17', and 'f18'. If your CRM");
});

it('says how many are new where contacts were matched, although none has an identifier', async () => {
	const records = range(0, 30).map((nth) => ({ Code: `C${nth}`, Name: `Name ${nth}` }));
	const rows = records.slice(0, 10).map(({ Name }, id) => ({ id, code: '', Name }));
	const { stopped } = await compareRows(records, rows, { by: ['Name'], isUnattended: false });
	expect(stopped).toMatch(/^20 of 30 records are not in the input/);
});

it('removes the one contact that is matched, of a customer who is left out, on the first day', async () => {
	const records = [
		{ Code: 'A', Name: 'Ann', Active: 'no' },
		{ Code: 'K', Name: 'Kim', Active: 'yes' },
	];
	const { removed, stopped } = await compareRows(records, [{ id: 0, code: '', Name: 'Ann' }], {
		by: ['Name'],
		conditions: [{ field: 'Active', isNot: false, value: 'yes' }],
		maximums: { maxCreated: 100 },
		isUnattended: false,
	});
	expect([removed.map(({ row }) => row.key), stopped]).toEqual([['"A"'], '']);
});

it.each([
	[12, 12, true],
	[12, 7, false],
	[20, 10, false],
	[20, 11, true],
	[9, 9, false],
])('of %i whom a person has just created, stops where %i would be again: %s', async (...given) => {
	const [before, again, isStopped] = given;
	const records = range(0, 30).map((nth) => ({ Code: `C${nth}`, Name: `${nth}` }));
	const createdByHand = records.slice(0, before).map(({ Code }) => JSON.stringify(Code));
	const rows = records.slice(again).map(({ Code, Name }) => ({ code: Code, Name }));
	const options = { createdByHand, maximums: { maxCreated: 100 }, isUnattended: false };
	const { stopped } = await compareRows(records, rows, options);
	const message = /were output as created by the execution before, and are not in the input$/;
	expect(message.test(stopped)).toBe(isStopped);
});
