import { it } from 'vitest';
import type { Asked } from '../../nodes/CustomerData/compare/asked';
import type { Row } from '../../nodes/CustomerData/compare/rows';
import { combined, MOST_HELD } from '../../nodes/CustomerData/errors/userError';
import type { Condition } from '../../nodes/CustomerData/parameters/onlyRecords';
import { compareRows, type Comparing } from './comparing.mts';
import { expectOutcome, listAndRowsIn, saidIn, storiesIn } from './stories.mts';

const is = (field: string, value: string): Condition => ({ field, isNot: false, value });
const isNot = (field: string, value: string): Condition => ({ field, isNot: true, value });

/** What a story can name in parentheses. */
const SETTINGS: Record<string, Comparing> = {
	published: { isUnattended: true },
	'all allowed': { maximums: { maxCreated: 100, maxRemovals: 100 } },
	'creating allowed': { maximums: { maxCreated: 100 } },
	'99 % allowed': { maximums: { maxCreated: 99 } },
	'creating forbidden': { maximums: { maxCreated: 0 } },
	'removing allowed': { maximums: { maxRemovals: 100 } },
	'a fifth allowed': { maximums: { maxRemovals: 20 } },
	'by name': { by: ['Name'] },
	'only 1': { conditions: [is('Name', '1')] },
	'only 2': { conditions: [is('Name', '2')] },
	'only 1 or 2, not z': { conditions: [is('Name', '1'), is('Name', '2'), isNot('Code', 'z')] },
	'not 2, not 3': { conditions: [isNot('Name', '2'), isNot('Name', '3')] },
};

function settingsIn(text: string): Comparing {
	const all = text.split('; ').filter(Boolean);
	const unknown = all.filter((one) => !(one in SETTINGS));
	if (unknown.length > 0) throw new Error(`No story can be told with ${unknown.join('; ')}`);
	return Object.assign({}, ...all.map((one) => SETTINGS[one]));
}

interface Telling extends Comparing {
	/** Who is on both sides of each story, as a list is not made of strangers alone. */
	others?: string;
}

/** Tests of what a comparison finds, without n8n: a story each, of executions by hand where it says nothing else. */
export function tellStories(text: string, telling: Telling = {}): void {
	it.each(storiesIn(text))('%s', async (_, steps) => {
		let asked: Asked = new Map();
		for (const { settings, given, outcome } of steps) {
			const comparing = { isUnattended: false, ...telling, asked, ...settingsIn(settings) };
			const found = await outcomeOf(given, comparing);
			asked = found.asked;
			expectOutcome(found.events, outcome);
		}
	});
}

const NOBODY = { list: [], rows: [] };

/** What is said, and what is output where somebody looks at who is held back. */
async function outcomeOf(given: string, { asked = new Map(), others, ...comparing }: Telling) {
	const sides = listAndRowsIn(given, comparing.fields);
	const both = others ? listAndRowsIn(`${others} / ${others}`, comparing.fields) : NOBODY;
	const [list, rows] = [
		[...both.list, ...sides.list],
		[...both.rows, ...sides.rows],
	];
	try {
		const found = await compareRows(list, rows, { asked, ...comparing });
		const { created, updated, removed, stop, errors } = found;
		if (stop) return { asked, events: [saidIn(stop)] };
		const itemOf = ({ isMatched, item }: Row) => (isMatched ? item - both.rows.length + 1 : '');
		const events = [
			...created.map(({ record }) => `+${String(record.Code)}`),
			...updated.map(({ record, row }) => `${itemOf(row)}~${String(record.Code)}`),
			...removed.map(({ row }) => `${itemOf(row)}-${String(JSON.parse(row.key))}`),
		];
		const said = errors.length > 0 ? [saidIn(combined(errors, MOST_HELD))] : [];
		return { asked: found.asked, events: [...said, events.join(' ')] };
	} catch (error) {
		return { asked, events: [saidIn(error)] };
	}
}
