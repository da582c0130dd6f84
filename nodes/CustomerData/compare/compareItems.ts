import type { IDataObject } from 'n8n-workflow';
import { IDENTIFIER } from '../parameters/list';
import { FieldPicker } from '../read/fieldPicker';
import type { Answer, Asked, ItemQuestion, Reads, Row } from '../read/reads';
import {
	checkCreated,
	checkFields,
	checkKnown,
	checkRemovals,
	checkRows,
	notRemoved,
	rowErrors,
} from './checks';
import { type Differences, differencesOf } from './rows';
import { suspicions } from './suspicions';

interface Changes {
	/** What no input item has. */
	unpaired: IDataObject[];
	/** By the index of the input item. */
	byItem: Map<number, IDataObject>;
	errors: NonNullable<Answer['errors']>;
}

const NOTHING: Changes = { unpaired: [], byItem: new Map(), errors: [] };

/** Beside an empty output. */
export const IN_STEP = 'Nothing has to be created, updated or removed';

/** Compares all input items that ask the same with the list. What is of none of them comes with the first. */
export async function compareItems(
	reads: Reads,
	asked: Asked,
): Promise<(question: ItemQuestion) => Promise<Answer>> {
	// The record of a row that could not be read would seem to be new.
	const changes = reads.isRefused ? Promise.resolve(NOTHING) : changesIn(reads, asked);
	return async (question) => {
		const isFirst = question === asked.questions[0];
		// What goes wrong is told once.
		const { unpaired, byItem, errors } = await (isFirst ? changes : changes.catch(() => NOTHING));
		const change = byItem.get(question.item);
		const records = change ? [change] : [];
		return isFirst ? { records, unpaired, errors } : { records };
	};
}

async function changesIn(reads: Reads, asked: Asked): Promise<Changes> {
	const { field, questions } = asked;
	const { options } = asked.list;
	const rows = questions
		.map(({ row, item, input }) => row && { ...row, item, input })
		.filter((row) => row !== undefined);
	checkRows(rows);
	const { read, list, errors: ofList, found, doubt } = await readDifferences(reads, asked, rows);
	const { created, updated, missing } = found;
	const isKnown = checkKnown(rows, list, options);
	// What does not identify the records says nothing of the rows.
	reads.stopAt(ofList);
	const errors = [...ofList, ...rowErrors(found)];
	reads.stopAt(errors);
	checkCreated(created.length, list.records.size, options.maxCreated, isKnown);
	const known = rows.filter(({ key, isMarked }) => key !== undefined && !isMarked).length;
	if (!doubt) checkRemovals(missing.length, known, options.maxRemovals, 'execution');
	else if (missing.length > 0) reads.notes.push(notRemoved(missing.length, doubt));
	reads.notes.push(...suspicions(found.paired));
	if (errors.length + created.length + updated.length + missing.length === 0) {
		reads.notes.push(IN_STEP);
	}
	const removed = doubt ? [] : missing;

	const picker = new FieldPicker(options.fields, { ...options, identifier: field });
	picker.checkAll(read.records);
	const byItem = new Map<number, IDataObject>();
	for (const { row, record } of updated) {
		const { item, input } = row;
		byItem.set(item, { event: 'updated', key: record[field], record: picker.pick(record), input });
	}
	for (const { key, item, input } of removed) {
		byItem.set(item, { event: 'removed', key: JSON.parse(key), record: null, input });
	}
	const counts = [`${created.length} to create`, `${updated.length} to update`];
	reads.log(`${rows.length} compared: ${counts.join(', ')}, ${removed.length} to remove`);
	const unpaired = created.map(({ record }) => {
		return { event: 'created', key: record[field], record: picker.pick(record), input: null };
	});
	return { unpaired, byItem, errors };
}

type Read = Awaited<ReturnType<Reads['identify']>>;

/** Reads the list, and again where a row seems to have no record: one that others move can be missed. */
async function readDifferences(
	reads: Reads,
	{ client, list: request, field }: Asked,
	rows: Row[],
): Promise<Read & { found: Differences; doubt?: string | undefined }> {
	const read = async () => await reads.identify(client, request, field, IDENTIFIER.displayName);
	const first = await read();
	checkFields(rows, first.read.records);
	const before = differencesOf(rows, first.list);
	if (before.missing.length === 0) return { ...first, found: before };
	const second = await read();
	const found = differencesOf(rows, second.list);
	const missedBefore = new Set(before.missing);
	found.missing = found.missing.filter((row) => missedBefore.has(row));
	return { ...second, found, doubt: doubtIn(first) ?? doubtIn(second) };
}

/** Why a record may be in the list although it was not read. */
export const DOUBTS = {
	isEmpty: 'the list is empty',
	isUnidentified: 'a record without an identifier of its own may be the missing one',
	lacksOverlap: 'the node could not check whether the list changed during the read',
	repeats: 'the list changed during the read, or contains duplicates',
};

function doubtIn({ read, errors }: Read): string | undefined {
	if (read.records.length === 0) return DOUBTS.isEmpty;
	if (errors.length > 0) return DOUBTS.isUnidentified;
	if (read.lacksOverlap) return DOUBTS.lacksOverlap;
	return read.repeats > 0 ? DOUBTS.repeats : undefined;
}
