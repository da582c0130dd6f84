import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleFiles, EXAMPLES, readExample } from '../../../harness/workflow/examples.mts';
import {
	idFieldProperty,
	removedValueProperty,
} from '../../../nodes/CustomerData/compare/properties';
import { COLUMNS, columns } from '../../source/columns.mts';
import { isDrawn, type Crm } from '../../source/crm.mts';
import { CRMS } from '../../source/crms.mts';
import {
	columnsOf,
	DEFAULTS,
	draw,
	drawings,
	fileOf,
	NODES,
	upsertStep,
} from '../../source/draw.mts';
import { OVERVIEW, withOverview } from '../../source/overview.mts';
import { written } from '../../source/written.mts';
import { drawingFor } from '../drawing.mts';
import { REAL } from '../real/crms.mts';
import { Contacts } from '../standins/contacts.mts';
import { STAND_INS } from '../standins/standIns.mts';

const all = drawings();
const files = Object.keys(all);
const crms = CRMS.filter(isDrawn);

describe('the drawings for each CRM', () => {
	it.each(files)('are what `npm run drawings` writes in %s', async (file) => {
		const drawing = all[file];
		const text = drawing && (await written(drawing));
		expect(readFileSync(join(EXAMPLES, file), 'utf8')).toBe(text);
	});

	it('have a file of the usual columns, as `npm run drawings` writes it', () => {
		expect(readFileSync(COLUMNS, 'utf8')).toBe(columns());
	});

	it('leave out what is a default of the node', () => {
		const { default: idField } = idFieldProperty;
		expect(DEFAULTS).toEqual({ idField, removedValue: removedValueProperty.default });
	});

	it('leave no file behind', () => {
		const found = exampleFiles().filter((file) => file.startsWith('crm/'));
		expect(found).toEqual(files.filter((file) => file.startsWith('crm/')).sort());
	});

	it('are for CRMs of different names, in different files', () => {
		const names = CRMS.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(crms.map(fileOf)).size).toBe(crms.length);
	});

	it.each(crms)('match by a box, and mark and unmark removed customers, in $name', (crm) => {
		const { boxes, matchedBy, active } = crm;
		expect(boxes).toHaveProperty(matchedBy);
		expect(Object.keys(active.yes)).toEqual(Object.keys(active.no));
		expect(active.no).toHaveProperty([active.box]);
	});

	it.each(crms)('read all contacts, to the last page, in $name', ({ read: { parameters } }) => {
		const { operation, options, returnAll } = parameters;
		// Excel's node has no pages.
		const isWhole = returnAll === true || operation === 'readRows';
		expect(isWhole || Object(options).pagination !== undefined).toBe(true);
	});

	it.each(crms.filter(({ saves }) => saves))(
		'save rows by the IDs of their own, and name no column on the right, in $name',
		(crm) => {
			const { nodes } = readExample(fileOf(crm));
			const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters;
			/** Without what a row of the Data Table is found by. */
			const textOf = (name: string) => JSON.stringify({ ...parametersOf(name), filters: {} });
			expect(parametersOf(NODES.compare)).toMatchObject({ output: 'rows' });
			expect(parametersOf(NODES.compare)?.idField ?? DEFAULTS.idField).toBe(crm.id);
			for (const name of [NODES.create, NODES.update, NODES.remove]) {
				expect(textOf(name)).toMatch(/autoMapInputData|"jsonBody"|"fieldsJson"/);
				for (const [, box] of columnsOf(crm)) expect(textOf(name)).not.toContain(`"${box}"`);
			}
			expect(parametersOf(NODES.remove)).toEqual(parametersOf(NODES.update));
		},
	);

	it.each(crms.filter(({ saves }) => !saves))(
		'find the row by what was read, and write each field they compare, in $name',
		(crm) => {
			const { nodes } = readExample(fileOf(crm));
			const text = (name: string) =>
				JSON.stringify(nodes.find((node) => node.name === name)?.parameters ?? '');
			const compared = [...text(NODES.compare).matchAll(/"field":"(\w+)"/g)].map(
				([, name]) => name,
			);
			expect(compared.length).toBeGreaterThan(0);
			for (const field of compared) {
				const dragged = new RegExp(`{{ \\$json\\.${field}\\b`);
				expect(text(NODES.create)).toMatch(dragged);
				expect(text(NODES.update)).toMatch(dragged);
			}
			expect(text(NODES.update)).toContain(`{{ $json.input.${crm.id} }}`);
			expect(text(NODES.remove)).toContain(`{{ $json.${crm.id} }}`);
			// Where they find a row without a code, they write it, also into one that is marked.
			const [, by = ''] = /"matchBy":(\[.+?\])/.exec(text(NODES.compare)) ?? [];
			expect(compared).toEqual(expect.arrayContaining(JSON.parse(by || '[]')));
			expect(/\$json\.Code\b/.test(text(NODES.update))).toBe(by !== '');
			const [, code = ''] = /"inputKey":"(.+?)"/.exec(text(NODES.compare)) ?? [];
			expect(text(NODES.remove)).toContain(`{{ $json.${by ? code : crm.id} }}`);
		},
	);
});

describe('the stand-ins', () => {
	it.each(STAND_INS)(
		'have a field for each box of the drawing, and keep marks, in $crm',
		(standIn) => {
			const { fields, marks, ofColleagues } = standIn;
			const held = Object.values(fields).flatMap(({ holds = [] }) => holds);
			const boxes = columnsOf(drawingFor(standIn).crm).map(([column]) => column);
			expect(held.toSorted()).toEqual(boxes.toSorted());
			const free = Object.entries(fields).filter(([, { holds }]) => holds === undefined);
			const others = Object.keys({ ...marks.active, ...ofColleagues });
			expect(free.map(([name]) => name)).toEqual(expect.arrayContaining(others));
			for (const row of [marks.active, marks.removed]) {
				expect(new Contacts(standIn).taken(row)).toEqual(row);
			}
		},
	);
});

describe('the table of CRMs', () => {
	const workflows = exampleFiles().map((file) => readExample(file).name);

	it('is what `npm run drawings` writes in docs/crm.md', () => {
		const page = readFileSync(OVERVIEW, 'utf8');
		expect(page).toBe(withOverview(page));
	});

	it('calls tried what the suite of CRMs runs, and how', () => {
		const names = (isRun: (tried: Crm['tried']) => boolean) =>
			CRMS.filter(({ tried }) => isRun(tried)).map(({ name }) => name);
		const documented = STAND_INS.map(({ crm }) => crm);
		expect(names((tried) => tried === 'real').sort()).toEqual(Object.keys(REAL).sort());
		expect(names((tried) => typeof tried === 'object').sort()).toEqual(documented.sort());
	});

	it('has as many CRMs with a drawing as the README says', () => {
		const own = crms.filter(({ name }) => !name.startsWith('A '));
		const [, said] = /for (\d+) CRMs/.exec(readFileSync('README.md', 'utf8')) ?? [];
		expect(said).toBe(String(own.length));
	});

	// test:crm holds the drawings to n8n's own names.
	it.each(CRMS)('names only workflows and what is drawn, for $name', (crm) => {
		const nodes = isDrawn(crm) ? draw(crm).nodes : [upsertStep(crm)];
		const drawn = squeezed(JSON.stringify(nodes.filter((node) => node?.name !== 'Note')));
		const named = namesIn(crm).filter((name) => !workflows.includes(name));
		expect(named.filter((name) => !drawn.includes(squeezed(name)))).toEqual([]);
	});
});

/** What stands in italics or bold. */
function namesIn(crm: Crm): string[] {
	const own = isDrawn(crm) ? [crm.needs, crm.choose, ...(crm.limits ?? [])] : [crm.instead];
	const text = [...own, crm.upsertsBy].join('\n');
	return [...text.matchAll(/\*+([^*]+)\*+/g)].map(([, name = '']) => name);
}

/** What people see as *Customer Active* can be `Customer_Active__c` in the drawing. */
function squeezed(text: string): string {
	return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
