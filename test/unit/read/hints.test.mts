import { expect, it } from 'vitest';

import { hintsFor } from '../../../nodes/CustomerData/read/hints';
import { LATER, READ, SEARCHING } from '../support/readResults.mts';

const CUT = { ...READ, isCut: true };
const IN_VAIN = { ...READ, request: SEARCHING, records: [], read: 120 };
const NOTHING = { ...READ, records: [], read: 0 };
const PLAIN = { ...READ, isPlain: true };

it('stands below the output, as information', () => {
	expect(hintsFor([{ ...READ, retries: 1 }])).toEqual([
		{ message: '1 request was retried.', location: 'outputPane', type: 'info' },
	]);
});

it.each([
	['everything was read', [READ, { ...READ, request: SEARCHING }, { ...READ, request: LATER }], []],
	['lists are empty', [NOTHING, { ...NOTHING, request: SEARCHING }], []],
	['a list may have more', [CUT, READ], ['1 record was returned, and there may be more.']],
	['lists may have more', [CUT, READ, CUT], ['2 records were returned, and']],
	['searches found nothing', [IN_VAIN, IN_VAIN, READ], ['240 records were read, and none']],
	['the list ends before the offset', [{ ...NOTHING, request: LATER }], ["before 'Offset'."]],
	[
		'reads of a part lack fields',
		[
			{ ...READ, missing: ['Fax', 'Web'] },
			{ ...READ, missing: ['Fax'] },
		],
		["has a field named 'Fax' or 'Web'."],
	],
	[
		'requests were retried',
		[
			{ ...READ, retries: 2 },
			{ ...READ, retries: 1 },
		],
		['3 requests were'],
	],
	['changes cannot be noticed', [PLAIN, READ, PLAIN], ['cannot be noticed.']],
])('says all there is to say where %s', (_, results, hints) => {
	const messages = hintsFor(results).map(({ message }) => message);
	expect(messages).toEqual(hints.map((hint) => expect.stringContaining(hint)));
});
