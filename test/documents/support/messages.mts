import { NodeApiError, type NodeExecutionHint } from 'n8n-workflow';
import { connectionOf } from '../../../nodes/CustomerData/api/connection';
import { errorsOfAgain } from '../../../nodes/CustomerData/compare/asked';
import {
	checkMark,
	checkNode,
	markOfNone,
	missingFields,
	missingPaths,
	nothingCompared,
	unmetConditions,
} from '../../../nodes/CustomerData/compare/checks';
import { retried } from '../../../nodes/CustomerData/compare/executions';
import { errorsFor, type Fate, type Reason } from '../../../nodes/CustomerData/compare/fates';
import {
	brakeOnCreated,
	brakeOnRemoved,
	firstLoad,
	likelyCause,
	pageNote,
	stopAtCopies,
} from '../../../nodes/CustomerData/compare/guards';
import { compareRequestOf } from '../../../nodes/CustomerData/compare/request';
import { rowsOf, type Row } from '../../../nodes/CustomerData/compare/rows';
import { cameIn } from '../../../nodes/CustomerData/compare/rules/letIn';
import { fieldChanged, fieldLost } from '../../../nodes/CustomerData/compare/rules/overwritten';
import { columnOfNone } from '../../../nodes/CustomerData/compare/rules/unknownColumn';
import { otherwiseIdentified } from '../../../nodes/CustomerData/compare/signs/alike';
import { sharedBy } from '../../../nodes/CustomerData/compare/signs/identifier';
import { unclear } from '../../../nodes/CustomerData/compare/signs/sameValue';
import { spelledAs } from '../../../nodes/CustomerData/compare/signs/spelling';
import { checkWanted } from '../../../nodes/CustomerData/compare/wanted';
import { PageNotRead, type Failure } from '../../../nodes/CustomerData/errors/failures';
import { toNodeError, type Words } from '../../../nodes/CustomerData/errors/nodeErrors';
import { combined, MOST_NAMED, notOffered } from '../../../nodes/CustomerData/errors/userError';
import type { KeyedList } from '../../../nodes/CustomerData/identity/identity';
import { checkNotEmpty, DOUBTS, notRemoved } from '../../../nodes/CustomerData/identity/missing';
import {
	checkLeftOut,
	CONNECT_HELD_BACK,
	missingKey,
	sharedKey,
} from '../../../nodes/CustomerData/identity/unidentified';
import { needsItem } from '../../../nodes/CustomerData/methods/fieldChoices';
import { endsTooEarly } from '../../../nodes/CustomerData/operations/compare';
import { questionOf } from '../../../nodes/CustomerData/operations/eachItem';
import { notForAgents } from '../../../nodes/CustomerData/operations/execute';
import { noteOn } from '../../../nodes/CustomerData/operations/fail';
import { get, notFound, notFoundNote } from '../../../nodes/CustomerData/operations/get';
import { getMany } from '../../../nodes/CustomerData/operations/getMany';
import { hintsFor, notesOn } from '../../../nodes/CustomerData/operations/hints';
import { OPERATIONS } from '../../../nodes/CustomerData/operations/operations';
import { search } from '../../../nodes/CustomerData/operations/search';
import { LEFT_OUT } from '../../../nodes/CustomerData/parameters/onlyRecords';
import { OPTIONS } from '../../../nodes/CustomerData/parameters/options';
import { parameterValue, type GetParameter } from '../../../nodes/CustomerData/parameters/values';
import type { ReadResult } from '../../../nodes/CustomerData/read/readRecords';
import { checkFieldsExist } from '../../../nodes/CustomerData/read/seenFields';
import { firstDifferences } from '../../../nodes/CustomerData/report/findings';
import { summaryOf, summaryText, type Summary } from '../../../nodes/CustomerData/report/summary';
import { sharedId, withoutId } from '../../../nodes/CustomerData/save/ids';
import { brakeOnEmptied, lostInConditions } from '../../../nodes/CustomerData/trigger/emptied';
import { JudgedList } from '../../../nodes/CustomerData/trigger/judgedList';
import { brakeOnMissing, checkSomeWanted } from '../../../nodes/CustomerData/trigger/missed';
import { watchRequestOf } from '../../../nodes/CustomerData/trigger/parameters';
import { LEAVE_OUT } from '../../../nodes/CustomerData/trigger/watchedList';
import { BY_HAND } from '../../support/comparing.mts';
import { allFailures } from '../../support/everyFailure.mts';
import { context, node, refusalOf } from '../../support/nodes.mts';
import { listRequest } from '../../support/poll.mts';
import { range } from '../../support/range.mts';

/** What n8n shows for a failure of GetCustomers at offset 100, for input item 3. */
function shown(found: Failure) {
	const error = toNodeError(new PageNotRead(found, 'GetCustomers', 100), context, 3);
	if (!(error instanceof NodeApiError)) throw new Error('Not an error of n8n');
	const { message, description, failure: declared, httpCode } = error;
	return { name: found.name, message, description, declared, httpCode };
}

const valid = { baseUrl: 'https://example.com', apiKey: 'key', companyId: '1' };
const connection = (change: object) => refusalOf(() => connectionOf({ ...valid, ...change }));
const read = (reader: (parameter: GetParameter) => unknown, given: object) => {
	const values: Record<string, unknown> = { resource: 'customerGroup', ...given };
	return refusalOf(() => reader((name, fallback) => values[name] ?? fallback));
};
const list = (given: object) => read((parameter) => questionOf(getMany, parameter), given);
const searched = (given: object) => read((parameter) => questionOf(search, parameter), given);
const found = (given: object) => read((parameter) => questionOf(get, parameter), given);
const comparison = (given: object) =>
	read((parameter) => compareRequestOf('compare', parameter, BY_HAND), given);
const watch = (given: object) => read((parameter) => watchRequestOf(parameter, BY_HAND), given);

const row = (item: number, key = '') => ({
	item,
	input: { id: item },
	key: JSON.stringify(key),
	cells: [],
	isMarked: false,
	mark: undefined,
});

const columns = { key: 'code', fields: [], removed: '', removedValue: 'false' };
const keyless = { ...row(6), key: undefined };
const record = {};
const rowMaximums = { maxRemovals: 20, mostRemovals: 500 };

const page = range(0, 100).map((item) => row(item));
const created = range(0, 12).map((nth) => {
	return { fate: 'created' as const, key: `"C${nth}"`, record };
});

const held = (...reasons: Reason[]): Fate => ({ fate: 'held', rows: [], records: [], reasons });

/** What is held back for each reason. */
const heldBack: Fate[] = [
	sharedBy([row(0, 'a'), row(1, 'a')], []),
	spelledAs([row(2, 'b')], ['"B"'], []),
	spelledAs([row(3, '7')], ['"07"', '"007"'], []),
	held(otherwiseIdentified('"K0" without one')),
	held(otherwiseIdentified('"K1" as "C8"')),
	held(unclear('"info@example.com" ("K2" and "K3")')),
	held(
		fieldLost('Email', 45, { Code: 'C1', EmailAddress: 'a@example.com' }),
		fieldChanged('City', 45, 60),
	),
];
const asks = (['created', 'updated', 'removed'] as const).map((kind) => {
	return { kind, key: '"C5"', content: '' };
});

const CITY = { name: 'City', value: 'Ulm' };
const NAME = { name: 'Name', value: 'Bakery' };
const changes: Fate[] = [
	{ fate: 'leftAlone', row: keyless },
	{ fate: 'created', key: '"C1"', record },
	{ fate: 'updated', row: row(0, 'a'), record, differing: [CITY, NAME] },
	{ fate: 'updated', row: { ...row(1, 'b'), isMarked: true }, record, differing: [CITY] },
	{ fate: 'removed', row: row(2, 'c') },
];

const isActive = { field: 'Active', isNot: false, value: 'true' };

const judged = new JudgedList(['Active']);
judged.notice({ Active: null });

const unknownFields = (...fields: string[]) =>
	refusalOf(() => checkFieldsExist(fields, [{ Name: 'A', Code: 'C1', Äpfel: 2 }]));

const one: KeyedList = { records: new Map([['"C1"', {}]]), shared: new Map() };

const caused = (rows: Row[]) => {
	const cause = likelyCause(rows, columns, one, false);
	return refusalOf(() => brakeOnCreated(1, 1, { maxCreated: 20 }, { cause: () => cause }));
};

const place = (offset: number) => ({ key: undefined, wholeHash: '', offset });
const leftOut = { records: new Map(), keyless: [place(0), place(2)], shared: new Map() };

/** One of each kind that users can be told about what they entered, and what that led to. */
export const refusals = () =>
	[
		...['', 'x', 'ftp://x', 'https://a:b@x', 'https://x?y'].map((baseUrl) =>
			connection({ baseUrl }),
		),
		...['', 'ä'].flatMap((text) => [connection({ apiKey: text }), connection({ companyId: text })]),
		...Object.values(OPTIONS).map((option) => refusalOf(() => parameterValue(option, {}))),
		list({ options: { fields: '' } }),
		unknownFields('code'),
		unknownFields('code', 'Shoe Size'),
		needsItem(),
		list({ returnAll: 'maybe' }),
		list({ limit: 0 }),
		list({ resource: 'invoice' }),
		notOffered('operation', 'getMany', OPERATIONS),
		notForAgents({ name: 'Compare' }),
		list({ resource: 'other' }),
		list({ resource: 'other', operationName: 'a b' }),
		searched({}),
		searched({ search: {} }),
		found({}),
		found({ keyValue: {} }),
		found({ keyValue: 'B1001' }),
		notFound('B1001', 'Code'),
		notFound('b1001', 'Code', ['B1001', 'B 1001']),
		watch({ resource: 'customer', events: ['created'] }),
		watch({}),
		watch({ events: ['created'], options: { fields: 'a', ignoreFields: 'a' } }),
		watch({ events: ['created'], 'onlyRecords.conditions': [{ field: 'a', value: null }] }),
		missingKey('Code', 0, { Code: ' ', Group: 7 }, LEAVE_OUT),
		missingKey(
			'Code',
			41,
			{ Name: 'Bakery', Group: 7, City: 'Utrecht', Fax: '1' },
			CONNECT_HELD_BACK,
		),
		sharedKey('Email', '"a@b.example"', [10, 120], LEAVE_OUT),
		sharedKey('Email', '"a@b.example"', [10, 120, 121], CONNECT_HELD_BACK),
		refusalOf(() => checkLeftOut(leftOut, 'Code')),
		comparison({}),
		comparison({ inputKey: 'a', 'compareFields.pairs': [{ value: 1 }] }),
		comparison({ inputKey: 'a', output: 'rows', idField: '' }),
		comparison({ inputKey: 'a', matchBy: ['Fax'] }),
		comparison({ inputKey: 'a', 'onlyRecords.conditions': [{}] }),
		comparison({ inputKey: 'a', 'onlyRecords.conditions': [{ field: 'a', value: null }] }),
		comparison({
			inputKey: 'a',
			'onlyRecords.conditions': [{ field: 'a', value: 1, condition: 'has' }],
		}),
		refusalOf(() => checkWanted([{ Name: 'A' }], [], [{ ...isActive, field: 'Aktive' }])),
		refusalOf(() => checkWanted([{ Active: false }], [], [isActive])),
		refusalOf(() =>
			checkWanted(
				[{ Active: true, Type: null, Note: 'lorem ipsum '.repeat(9) }, {}],
				[],
				['Active', 'Type', 'Note'].map((field) => ({ ...isActive, field })),
			),
		),
		refusalOf(() => rowsOf([{ json: { code: {} } }], columns)),
		caused([keyless]),
		caused([row(0, 'a'), row(1, 'a')]),
		caused([row(0, 'a')]),
		refusalOf(() =>
			checkMark(
				[{ ...row(0, 'a'), mark: { path: 'active', value: undefined, field: undefined } }],
				{
					...columns,
					removed: 'active',
				},
			),
		),
		...markOfNone({
			rows: [{ ...row(0, 'a'), mark: { path: 'active', value: undefined, field: undefined } }],
			columns: { ...columns, removed: 'active' },
		}),
		...[{ alwaysOutputData: true }, { executeOnce: true }].map((settings) =>
			refusalOf(() => checkNode({ ...node, ...settings })),
		),
		refusalOf(() => brakeOnRemoved(501, 3_000, rowMaximums)),
		refusalOf(() => brakeOnRemoved(18, 60, rowMaximums, { note: ` ${LEFT_OUT}` })),
		...errorsFor(heldBack),
		...errorsOfAgain(asks),
		endsTooEarly({ name: 'Say what is left', below: ['Create in CRM'] }),
		columnOfNone('telefon', 'Fields to Compare', ['"C1"', '"C2"'], keyless),
		withoutId(keyless, '_id'),
		sharedId(2, '7', 'country_id'),
		cameIn(['"C1"', '"C2"'], [{ field: 'Blocked', isNot: true, value: 'true' }]),
		firstLoad(keyless, columns),
		refusalOf(() =>
			stopAtCopies(
				created,
				created.map(({ key }) => key),
			),
		),
		retried(),
		refusalOf(() => brakeOnCreated(30, 60, { maxCreated: 20 }, { note: pageNote(page) })),
		refusalOf(() => brakeOnCreated(13, 60, { maxCreated: 20 })),
		refusalOf(() => brakeOnCreated(1, 3, { maxCreated: 20 })),
		combined(
			Array.from({ length: 12 }, (_, index) => missingKey('Code', index, {}, CONNECT_HELD_BACK)),
			MOST_NAMED,
		),
		refusalOf(() => brakeOnMissing(90, 200, 20)),
		refusalOf(() => brakeOnRemoved(1, 10, { ...rowMaximums, maxRemovals: 5 })),
		refusalOf(() => brakeOnMissing(1, 10, 5, ['This is known besides.', undefined])),
		refusalOf(() => brakeOnEmptied(['Email'], { watched: { fields: [], ignored: [] } })),
		refusalOf(() =>
			brakeOnEmptied(['Email', 'Phone'], { watched: { fields: ['Email', 'Phone'], ignored: [] } }),
		),
		lostInConditions(['Active']),
		lostInConditions(['Active', 'Type']),
		refusalOf(() => checkNotEmpty(7)),
		refusalOf(() => checkSomeWanted({ all: judged, unwanted: 60 }, 7, [isActive])),
		refusalOf(() => brakeOnRemoved(30, 60, rowMaximums, { doubt: DOUBTS.repeats })),
		...Object.values(DOUBTS).map((doubt) => notRemoved(['"X1"', '"X2"'], doubt)),
		notRemoved(['"X1"'], DOUBTS.isEmpty),
	].map(({ message, description }) => ({ message, description }));

const asked = (options: object) => ({
	request: { ...listRequest, options: { ...listRequest.options, ...options } },
});
const searching = { request: { ...listRequest, search: 'words' } };
const later = asked({ offset: 100 });
const oneAtMost = { request: { ...listRequest, returnAll: false, limit: 1 } };
const nothing = { records: [], readCount: 0 };
const inVain = { ...searching, records: [], readCount: 120 };

/** Reads of one record, all there is, but for what differs. */
const READS: Record<string, Array<Partial<ReadResult>>> = {
	'everything was read': [{}, searching, later],
	'lists are empty': [nothing, { ...nothing, ...searching }],
	'a list may have more': [{ isCut: true, ...oneAtMost }, {}],
	'lists may have more': [{ isCut: true, ...oneAtMost }, { isCut: true }, { isCut: true }],
	'a search found nothing': [{ ...inVain, readCount: 1 }],
	'searches found nothing': [inVain, inVain, {}],
	'a list ends before the offset': [{ ...nothing, ...later }, {}],
	'reads of a part lack fields': [{ missing: ['Fax', 'Web'] }, { missing: ['Fax'] }],
	'reads of a part lack the same field': [{ missing: ['Fax'] }, { missing: ['Fax'] }],
	'a request was retried': [{ retries: 1 }, {}],
	'requests were retried': [{ retries: 2 }, { retries: 1 }],
	'a record came twice': [{ repeats: 1 }, {}],
	'records came twice': [{ repeats: 2 }, { repeats: 1 }],
	'changes cannot be noticed': [{ lacksOverlap: true }, {}, { lacksOverlap: true }],
	'much is to be said': [{ isCut: true, missing: ['Fax'], retries: 2, lacksOverlap: true }],
};

const misses = (count: number) =>
	Array.from({ length: count }, (_, index) => notFoundNote(notFound(`B${index}`, 'Code')));

const pathless = { ...columns, fields: [{ name: 'City', path: 'adress.city' }] };
const pathlessRows = rowsOf([{ json: { code: 'a', city: 'Ulm' } }], pathless);

const NOTES: Record<string, Words[]> = {
	'nothing is compared': nothingCompared({ ...pathless, fields: [] }),
	'no row has a field that is compared': missingPaths(pathlessRows, pathless),
	'no record has the value of a condition': unmetConditions({
		unmet: [isActive],
		records: [{ Active: 'Y' }],
		leftOut: [{ ...place(1), record: { Active: 'N' } }],
	}),
	'no record has a field that is compared': missingFields([{ Code: 'a', Town: 'Ulm' }], pathless),
	'a value was not found': misses(1),
	'a value was not found as it is written': [notFoundNote(notFound('b1', 'Code', ['B1']))],
	'three values were not found': misses(3),
	'many values were not found': misses(5),
};

/** What Compare found: plain information, about which there is nothing to do, but for what differs. */
const SUMMARIES: Record<string, Words[]> = {
	'rows differ from their records': [
		summed(
			summaryOf({ rows: [row(0, 'a'), keyless], records: [record, {}, {}], leftOut: [] }, changes),
			'remove',
			firstDifferences(changes, ['Name']),
		),
	],
	'rows equal those records that are wanted': [
		summed(
			summaryOf({ rows: [row(0, 'a')], records: [record], leftOut: [{ ...place(1), record }] }, []),
			'mark as inactive',
		),
	],
};

function summed(summary: Summary, removal: string, differences: string[] = []): Words {
	return noteOn({ summary: summaryText(summary, removal), differences });
}

/** What the node says beside its output, and when. */
interface Told {
	when: string;
	kind: 'advice' | 'information';
	notes: Words[];
	/** As n8n shows them. */
	hints: NodeExecutionHint[];
}

export function hints(): Told[] {
	const stats = { requests: 1, retries: 0, repeats: 0, lacksOverlap: false, since: 0 };
	const rest = { readCount: 1, isCut: false, missing: [], fieldsSeen: "'Code'" };
	const all = { request: listRequest, ...stats, ...rest, records: [{ Code: 'C1' }] };
	const ofReads = Object.entries(READS).map(([when, reads]): Told => {
		const results = reads.map((read) => ({ ...all, ...read }));
		const notes = [...notesOn(results)];
		return { when, kind: 'advice', notes, hints: hintsFor(results, []) };
	});
	const ofNotes = (kind: Told['kind'], table: Record<string, Words[]>) =>
		Object.entries(table).map(([when, notes]): Told => {
			return { when, kind, notes, hints: hintsFor([], notes) };
		});
	return [...ofReads, ...ofNotes('advice', NOTES), ...ofNotes('information', SUMMARIES)];
}

/** What n8n shows for each failure. */
export const failures = () => allFailures().map(shown);
