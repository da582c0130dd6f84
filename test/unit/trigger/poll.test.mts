import { expect, it } from 'vitest';
import { doubtIn, DOUBTS } from '../../../nodes/CustomerData/identity/missing';
import { logLine, newStats } from '../../../nodes/CustomerData/read/readRecords';

it.each([
	[false, {}, undefined, ''],
	[false, { repeats: 2 }, DOUBTS.repeats, ', twice: 2'],
	[false, { repeats: 1, lacksOverlap: true }, DOUBTS.lacksOverlap, ', pages do not overlap'],
	[true, { lacksOverlap: true }, DOUBTS.isUnidentified, ', pages do not overlap'],
])(
	'the reason of a doubt is known, and stands in the log: %s %j',
	(isUnidentified, read, doubt, words) => {
		const stats = { ...newStats(), ...read };
		expect(doubtIn(isUnidentified, stats)).toBe(doubt);
		expect(logLine(3, stats)).toMatch(/^records: 3, requests: 0, retries: 0, seconds: 0\.\d/);
		expect(logLine(3, stats).endsWith(words)).toBe(true);
	},
);
