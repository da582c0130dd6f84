import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import {
	agrees,
	differs,
	FIELDS,
	FirstDay,
	hasCode,
	isAlike,
	MATCH_BY,
	stories,
	type Contact,
	type Execution,
	type Story,
} from '../../../model/firstDay.mts';
import { law } from '../../../support/law.mts';
import { range } from '../../../support/range.mts';

type Shared = (typeof MATCH_BY)[number];

const keyOf = ({ Code }: DataRecord) => JSON.stringify(String(Code));
const codeOf = ({ code }: IDataObject) => JSON.stringify(String(code));
const inCapitals = (value: unknown) => (value === '' ? undefined : String(value).toUpperCase());
const inWords = (...all: object[]) => all.map((one) => JSON.stringify(one)).join(' ');

/** A value that more records share is that of nobody. */
const MOST_SHARING = 4;

function sharing(field: Shared, record: DataRecord, { records }: Execution): number {
	return records.filter((one) => isAlike(field, one, record)).length;
}

/** Whether one has a value of a customer that only few have. */
function tells(
	field: Shared,
	one: Contact | DataRecord,
	record: DataRecord,
	execution: Execution,
): boolean {
	return isAlike(field, one, record) && sharing(field, record, execution) <= MOST_SHARING;
}

/** The contacts of a customer of which one value tells that. */
function ownOf(record: DataRecord, execution: Execution): Contact[] {
	const own = execution.rows.filter((row) => execution.ownerOf(row) === record);
	return own.filter((row) => MATCH_BY.some((field) => tells(field, row, record, execution)));
}

function doubledIn(execution: Execution): string[] {
	const matched = new Map(matchedIn(execution).map(({ row, record }) => [row, record]));
	return execution.due.created.flatMap(({ record }) => {
		// If it was given to another, and nothing could tell, one more is needed.
		const isLeft = (row: Contact) => row.active && (matched.get(row) ?? record) === record;
		const own = ownOf(record, execution).filter(isLeft);
		return own.length > 0 ? [`${inWords(record)} beside ${inWords(...own)}`] : [];
	});
}

/** The contacts without a code that were found to be a customer's. */
function matchedIn({ due, records, rows }: Execution) {
	const found = [...due.updated, ...due.removed].map(({ row }) => row);
	return found.flatMap(({ isMatched, key, input }) => {
		const record = records.find((one) => keyOf(one) === key);
		const row = rows.find(({ id }) => id === input.id);
		return isMatched && record && row ? [{ row, record }] : [];
	});
}

/** What tells that a contact is not that of a customer, if anything does. */
function contradiction(row: Contact, record: DataRecord, execution: Execution): string | undefined {
	const { rows, ownerOf } = execution;
	if (!row.active) return 'is marked';
	const equal = MATCH_BY.filter(
		(field) =>
			agrees(field, row, record) === true || inCapitals(row[field]) === inCapitals(record[field]),
	);
	if (equal.length === 0) return 'has no value';
	const isRival = (one: Contact) => one !== row && !hasCode(one) && one.active;
	const alone = equal.filter((field) => {
		const rivals = rows.filter((one) => isRival(one) && isAlike(field, one, row));
		return rivals.length === 0 && sharing(field, record, execution) === 1;
	});
	if (alone.length === 0) return 'shares each value with others';
	const differing = MATCH_BY.filter((field) => !isAlike(field, row, record));
	const owner = ownerOf(row);
	if (owner && differing.some((field) => tells(field, row, owner, execution)))
		return 'has the value of another';
	const own = ownOf(record, execution).filter((one) => !hasCode(one));
	if (own.some((one) => differing.some((field) => tells(field, one, record, execution))))
		return 'lacks the value of another contact';
	const witnesses = alone.filter((field) => {
		const before = MATCH_BY.slice(0, MATCH_BY.indexOf(field));
		return !before.some((one) => differs(one, row, record));
	});
	if (witnesses.length === 0) return 'differs in what counts more';
	const isOther = witnesses.every((field) =>
		[MATCH_BY, FIELDS].some((fields) => {
			const said = fields.filter((one) => one !== field && agrees(one, row, record) !== undefined);
			return said.length >= 2 && said.every((one) => differs(one, row, record));
		}),
	);
	return isOther ? 'differs in all else' : undefined;
}

function misgivenIn(execution: Execution): string[] {
	return matchedIn(execution).flatMap(({ row, record }) => {
		if (execution.ownerOf(row) === record) return [];
		// Else nothing could tell, such as of a lead with the address and the town of one customer.
		const why = contradiction(row, record, execution);
		return why === undefined ? [] : [`${inWords(row)} ${why}, of ${inWords(record)}`];
	});
}

/** Who was created, and should not be in the CRM, and their contacts that stay active. */
function unwantedIn(execution: Execution): string[] {
	const { due, rows, records, isLetIn, isWanted, ownerOf } = execution;
	const created = due.created.filter(({ record }) => !isWanted(record));
	const removed = new Map(due.removed.map(({ row }) => [row.input.id, row.key]));
	const left = rows.filter((row) => {
		const owner = ownerOf(row);
		if (due.stopped !== '' || hasCode(row) || !owner || isLetIn(owner)) return false;
		const isOfAnother = MATCH_BY.some((field) => {
			const isOther = (one: DataRecord) => one !== owner && isAlike(field, one, row);
			const isOtherRow = (one: Contact) => one !== row && isAlike(field, one, owner);
			return records.some(isOther) || rows.some(isOtherRow);
		});
		const isKnown = rows.some((one) => codeOf(one) === keyOf(owner));
		if (isOfAnother || isKnown || contradiction(row, owner, execution) !== undefined) return false;
		return removed.get(row.id) !== keyOf(owner);
	});
	return [...created.map(({ record }) => inWords(record)), ...left.map((row) => inWords(row))];
}

/** Who should be in the CRM, has no contact with the code there, and is not named. */
function lostIn({ due, records, rows, isWanted }: Execution): string[] {
	if (due.stopped !== '') return [];
	const known = new Set(rows.filter(({ active }) => active).map(codeOf));
	const left = records.filter((one) => isWanted(one) && !known.has(keyOf(one)));
	return left.filter((one) => !due.named.includes(keyOf(one))).map((one) => inWords(one));
}

/** Customers whose one contact has their email and name, as nobody else, and is not found to be theirs. */
function heldIn(execution: Execution): string[] {
	const { records, rows, ownerOf } = execution;
	const found = new Map(matchedIn(execution).map(({ row, record }) => [row, record]));
	const both = ['Email', 'Name'] as const;
	return records.flatMap((record) => {
		const [row, ...others] = rows.filter((one) => ownerOf(one) === record);
		if (!row?.active || hasCode(row) || others.length > 0) return [];
		const isClear =
			both.every((field) => agrees(field, row, record)) &&
			!records.some((one) => one !== record && both.every((field) => isAlike(field, one, row))) &&
			!rows.some((one) => one !== row && both.every((field) => isAlike(field, one, record)));
		return isClear && found.get(row) !== record ? [`${inWords(row)} of ${inWords(record)}`] : [];
	});
}

/** Nights in which nothing happens. What the one before saved can make clear whose a contact is. */
async function restOf(day: FirstDay) {
	const restless: string[] = [];
	let night = await day.quietNight();
	for (const nights of range(0, MOST_NIGHTS)) {
		night = await day.quietNight();
		const { created, updated, removed } = night.due;
		const saved = [...updated, ...removed].map(({ row }) => row);
		const isLast = nights + 1 === MOST_NIGHTS;
		const again = saved.filter(({ isMatched }) => isLast || !isMatched);
		restless.push(...again.map(({ input }) => inWords(input)));
		restless.push(...created.map(({ record }) => inWords(record)));
		if (saved.length === 0) break;
	}
	return { night, restless };
}
const MOST_NIGHTS = 4;

/** So many that a person may not see them for a few that the CRM refused. */
const FEW = 10;

/** Who is created again because only the first page of the CRM is read again. */
function copiesIn([first, second]: Execution[]): string[] {
	const created = new Set(first?.due.created.map(({ key }) => key));
	const again = (second?.due.created ?? []).filter(({ key }) => created.has(key));
	const isMost = again.length >= FEW && 2 * again.length > created.size;
	return isMost ? again.map(({ key }) => key) : [];
}

/** Customers who share a value with contacts only where many customers do, and are not created. */
function heldByManyIn(execution: Execution): string[] {
	const { due, records, rows, isLetIn } = execution;
	const created = new Set(due.created.map(({ record }) => record));
	const left = records.filter((record) => {
		const hasOwn = MATCH_BY.some((field) => tells(field, record, record, execution));
		const isMet = (row: Contact) =>
			codeOf(row) === keyOf(record) ||
			MATCH_BY.some((field) => tells(field, row, record, execution));
		return isLetIn(record) && hasOwn && !rows.some(isMet) && !created.has(record);
	});
	return left.map((record) => inWords(record));
}

type Finding =
	| 'doubled'
	| 'misgiven'
	| 'unwanted'
	| 'lost'
	| 'held'
	| 'heldByMany'
	| 'restless'
	| 'firstLoad'
	| 'copies';

/** What a story breaks of what is promised. */
async function play(story: Story): Promise<Record<Finding, string[]>> {
	const doubled: string[] = [];
	const misgiven: string[] = [];
	const unwanted: string[] = [];
	const executions: Execution[] = [];
	const day = new FirstDay(story, (execution) => {
		executions.push(execution);
		doubled.push(...doubledIn(execution));
		misgiven.push(...misgivenIn(execution));
		unwanted.push(...unwantedIn(execution));
	});
	const { rows, due } = await day.probe(story.maxCreated);
	const firstLoad = rows.some(hasCode) || due.stopped !== '' ? [] : [inWords(...rows)];
	await day.firstDay();
	const copies = copiesIn(executions.filter(({ when }) => when === 'without pages'));
	const [whole] = executions.filter(({ when, due }) => when === 'by hand' && due.stopped === '');
	const held = whole ? heldIn(whole) : [];
	const heldByMany = whole ? heldByManyIn(whole) : [];
	await day.nights();
	const { night, restless } = await restOf(day);
	const lost = lostIn(night);
	return { doubled, misgiven, unwanted, lost, held, heldByMany, restless, firstLoad, copies };
}

const played = new Map<string, Promise<Record<Finding, string[]>>>();

/** Each promise is tried with the same stories. */
function playOnce(story: Story) {
	const id = createHash('sha1').update(JSON.stringify(story)).digest('base64');
	const known = played.get(id) ?? play(story);
	played.set(id, known);
	return known;
}

function promise(name: string, finding: Finding, exceptions = 0): void {
	law(name, { of: [stories], examples: 600, exceptions }, async (story) => {
		expect((await playOnce(story))[finding]).toEqual([]);
	});
}

promise('nobody is created beside an own contact that one value tells', 'doubled');
promise('no contact is given to another customer if anything tells them apart', 'misgiven');
promise('whoever the conditions leave out is not created, and marked where clear', 'unwanted');
promise('whoever should be in the CRM has a contact with the code, or is named', 'lost');
promise('a published first load stops, whatever the maximum is', 'firstLoad');
promise('where nothing changes, nothing is output again', 'restless');
promise('whoever forgets the pages of the CRM is stopped before all are there twice', 'copies');
promise('an email and a name that are those of one customer connect its contact', 'held', 0.2);
promise('whoever shares only what many customers share is created', 'heldByMany');
