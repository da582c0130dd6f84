import { createHash } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { CHOSEN, type Example } from '../../harness/workflow/examples.mts';
import { COLUMN_NAMES, FIELDS, type ColumnName } from '../../harness/workflow/rows.mts';
import {
	drag,
	isDrawn,
	isNumber,
	type Boxes,
	type Crm,
	type Drawn,
	type Step,
	type Values,
} from './crm.mts';
import { CRMS } from './crms.mts';
import { DATA_TABLE } from './tables.mts';

/** The one document that has the steps. */
export const STEPS = 'https://example.com/n8n-nodes-customer-data/blob/main/docs/crm.md';

/** The names of the nodes that users and tests know. */
export const NODES = {
	schedule: 'Every night, twice',
	read: 'Read the CRM',
	split: 'One item for each row',
	compare: 'What differs?',
	create: 'Create in CRM',
	update: 'Update in CRM',
	remove: 'Mark inactive',
	say: 'Say what is left',
} as const;

const FILE_OF_DATA_TABLE = 'keep-the-crm-in-step.json';

/** Of the node: n8n keeps no default, so a drawing has none. */
export const DEFAULTS = { idField: 'id', removedValue: 'false' };

/** Every drawing of *Keep the CRM in step*, by its file. */
export function drawings(): Record<string, Example> {
	return Object.fromEntries(CRMS.filter(isDrawn).map((crm) => [fileOf(crm), draw(crm)]));
}

export function fileOf({ name }: Drawn): string {
	if (name === DATA_TABLE.name) return FILE_OF_DATA_TABLE;
	const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	return `crm/${words.join('-')}.json`;
}

/** *Keep the CRM in step* with the nodes of a CRM. */
export function draw(crm: Drawn): Example {
	const name =
		crm.name === DATA_TABLE.name
			? 'Keep the CRM in step'
			: `Keep ${crm.name.replace(/^A /, 'a ')} in step`;
	const { nodes, connections } = placed(crm);
	const file = fileOf(crm);
	const all = [note(name, crm), ...nodes].map((node) => ({ ...node, id: idOf(file, node.name) }));
	return { name, nodes: all, connections, settings: { executionOrder: 'v1' } };
}

const RETRIES = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };

type Placed = Step & Pick<INode, 'name' | 'position'>;

const ROW = 192;
const COLUMN = 224;

function placed(crm: Drawn): { nodes: Placed[]; connections: Example['connections'] } {
	// To read again does no harm, where a service is busy for a moment.
	const read = { ...crm.read, name: NODES.read, executeOnce: true, ...RETRIES };
	const reading = [read, ...splitting(crm)].map(
		// Otherwise nothing is compared with a CRM that is empty.
		(step) => ({ ...step, alwaysOutputData: true }),
	);
	const line = [SCHEDULE, ...reading, comparing(crm)].map((step, index): Placed => {
		return { ...step, position: [COLUMN * index, 0] };
	});
	const x = COLUMN * line.length + 48;
	const ends = [...saving(crm), SAYING].map((step, index): Placed => {
		return { ...step, position: [x, ROW * index - 208] };
	});
	const links = line.slice(1).map(({ name }, index) => [line[index]?.name, main([name])]);
	const connections = {
		...Object.fromEntries(links),
		[NODES.compare]: main(...ends.map(({ name }) => [name])),
	};
	return { nodes: [...line, ...ends], connections };
}

function main(...outputs: string[][]) {
	return { main: outputs.map((names) => names.map((node) => ({ node, type: 'main', index: 0 }))) };
}

/**
 * The second execution finds what the first one could not do. Between 3 and 4, a night in spring has no time in
 * Helsinki or Athens. n8n 1 does not know version 1.4, which can catch up on what was missed.
 */
const SCHEDULE = {
	name: NODES.schedule,
	type: 'n8n-nodes-base.scheduleTrigger',
	typeVersion: 1.2,
	parameters: {
		rule: { interval: [10, 40].map((triggerAtMinute) => ({ triggerAtHour: 4, triggerAtMinute })) },
	},
};

const SAYING = {
	name: NODES.say,
	type: 'n8n-nodes-base.stopAndError',
	typeVersion: 1,
	parameters: { errorMessage: `=${NODES.compare} says: {{ $json.message }}` },
};

function splitting({ rows }: Drawn): Array<Step & { name: string }> {
	if (rows === undefined) return [];
	const parameters = { fieldToSplitOut: rows, options: {} };
	return [{ name: NODES.split, type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters }];
}

function comparing(crm: Drawn) {
	const { matchedBy, boxes, active, id, saves, at = (box) => box } = crm;
	const by = matchedAlsoBy(crm);
	return {
		name: NODES.compare,
		type: 'n8n-nodes-customer-data.customerData',
		typeVersion: 1,
		parameters: {
			operation: 'compare',
			keyField: { __rl: true, mode: 'list', value: FIELDS[matchedBy] },
			inputKey: at(boxes[matchedBy] ?? ''),
			compareFields: {
				pairs: changeable(crm).map(([column, box]) => ({ field: FIELDS[column], value: at(box) })),
			},
			...(by.length > 0 && { matchBy: by.map((column) => FIELDS[column] ?? '') }),
			removedField: at(active.box),
			...(active.removed !== DEFAULTS.removedValue && { removedValue: active.removed }),
			...(saves && { output: 'rows', ...(id !== DEFAULTS.idField && { idField: id }) }),
			options: { emptyAsNull: true, maxCreated: 20 },
		},
		credentials: CHOSEN,
	};
}

function saving(crm: Drawn): Array<Step & { name: string }> {
	const { create, update, remove } = crm.saves
		? { ...crm.saves, remove: crm.saves.update }
		: savingRecords(crm);
	const steps = [
		{ name: NODES.create, ...create },
		{ name: NODES.update, ...update },
		{ name: NODES.remove, ...remove },
	];
	return steps.map((step) => ({ ...step, onError: 'continueRegularOutput' }));
}

function savingRecords(crm: Extract<Drawn, { saves?: undefined }>) {
	const { active, id } = crm;
	const created = { ...dragged(crm, columnsOf(crm)), ...active.yes };
	const updated = { ...dragged(crm, updatable(crm)), ...active.yes };
	return {
		create: crm.create(created),
		update: crm.update(updated, drag(`input.${id}`)),
		remove: crm.update({ ...ownCode(crm), ...active.no }, drag(id)),
	};
}

/**
 * The code of a contact that was found without one, and is marked because its customer is left out. All others keep
 * what the CRM returned.
 */
function ownCode(crm: Drawn): Values {
	const { boxes, at = (box) => box } = crm;
	const { code } = boxes;
	if (code === undefined || matchedAlsoBy(crm).length === 0) return {};
	return { [code]: drag(at(code)) };
}

/** What *Changes to CRM* saves with, if the CRM's node can create or update in one operation. */
export function upsertStep(crm: Crm): Step | undefined {
	if (!isDrawn(crm)) return crm.upsert?.({}, drag('record.Email'));
	const values = { ...dragged(crm, columnsOf(crm), '$json.record'), ...crm.active.yes };
	return crm.upsert?.(values, drag(`record.${FIELDS[crm.matchedBy]}`));
}

/**
 * The customer's fields, as users drag them, and made text: n8n gives what stands alone in a box its own type, and most
 * CRMs refuse or lose a number or a boolean in a field of text.
 *
 * @param customer where they stand: at the top after **What differs?**
 */
function dragged(
	{ emptyText }: Drawn,
	columns: Array<[ColumnName, string]>,
	customer = '$json',
): Values {
	const fields = columns.map(([column, box]) => {
		const field = `${customer}.${FIELDS[column]}`;
		// Without a code, nobody is saved.
		if (column === 'code') return [box, `={{ ${field}.toString() }}`];
		if (isNumber(column)) return [box, emptyText ? `={{ ${field} ?? '' }}` : `={{ ${field} }}`];
		// Null clears a box, and a field that there is not leaves it as it is.
		return [box, `={{ ${field}?.toString() ?? ${emptyText ? "''" : field} }}`];
	});
	return Object.fromEntries(fields);
}

/** The columns that it compares. */
export function changeable(crm: Boxes): Array<[ColumnName, string]> {
	const { matchedBy, createdOnly = [] } = crm;
	return columnsOf(crm).filter(([column]) => column !== matchedBy && !createdOnly.includes(column));
}

/** The columns that it updates: what it compares, and the code of a row that it finds without one. */
export function updatable(crm: Boxes): Array<[ColumnName, string]> {
	const { createdOnly = [] } = crm;
	if (matchedAlsoBy(crm).length === 0) return changeable(crm);
	return columnsOf(crm).filter(([column]) => !createdOnly.includes(column));
}

/** The columns by which it also finds a row without a code, the most reliable one first. */
export function matchedAlsoBy({ matchedBy, boxes, createdOnly = [], id }: Boxes): ColumnName[] {
	// Where the code is all that an update finds a row by, it can't write one.
	const canWrite = matchedBy === 'code' && id !== boxes.code;
	// Contacts whose address can't be compared are people, and last names are shared.
	if (!canWrite || createdOnly.includes('email')) return [];
	// Several people of a company can have one phone.
	const columns: ColumnName[] = ['email', 'company', 'phone'];
	return columns.filter((column) => column in boxes);
}

/** The columns that it has boxes for. */
export function columnsOf({ boxes }: Boxes): Array<[ColumnName, string]> {
	return COLUMN_NAMES.flatMap((column) => {
		const box = boxes[column];
		return box === undefined ? [] : [[column, box]];
	});
}

/** Of a note that is 608 wide. */
const CHARACTERS = 80;
const LINE = 20;

function note(name: string, { needs, choose = '' }: Drawn): Placed {
	const content = [
		`## ${name}`,
		'Twice a night, creates the customers that your CRM lacks, updates those that differ, and marks removed ones as inactive.',
		`**It needs:** ${needs}`,
		`**Choose:** your credentials. ${choose} Execute twice: the second time, **What differs?** outputs nothing. Then publish. Keep **${NODES.say}** below the others: n8n runs branches from top to bottom.`,
		`[Step by step](${STEPS})`,
	].join('\n');
	const lines = content.split('\n').map(({ length }) => Math.ceil(length / CHARACTERS));
	const height = 76 + LINE * lines.reduce((sum, count) => sum + count);
	return {
		name: 'Note',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		parameters: { content: content.replaceAll('  ', ' '), height, width: 608 },
		position: [-16, -256 - height],
	};
}

/** The same each time, as UUIDs that are made from names are. */
function idOf(file: string, name: string): string {
	const hash = createHash('sha1').update(`${file}/${name}`).digest('hex');
	return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-a$4-$5');
}
