import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isDrawn } from '../../harness/crm/crm.mts';
import { CRMS } from '../../harness/crm/crms.mts';
import { drawings, fileOf, NODES } from '../../harness/crm/draw.mts';
import { written } from '../../harness/crm/written.mts';
import { exampleFiles, EXAMPLES, readExample } from '../../harness/workflow/examples.mts';

const all = drawings();
const files = Object.keys(all);
const crms = CRMS.filter(isDrawn);

describe('the drawings for each CRM', () => {
	it.each(files)('are what `npm run drawings` writes in %s', async (file) => {
		const drawing = all[file];
		const text = drawing && (await written(drawing));
		expect(readFileSync(join(EXAMPLES, file), 'utf8')).toBe(text);
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

	it('or say what to use instead', () => {
		const others = CRMS.filter((crm) => !isDrawn(crm));
		expect(others.map((crm) => !isDrawn(crm) && crm.instead.length > 0)).toEqual(
			others.map(() => true),
		);
	});

	it.each(crms)('match by a box, and mark and unmark removed customers, in $name', (crm) => {
		const { boxes, matchedBy, active } = crm;
		expect(boxes).toHaveProperty(matchedBy);
		expect(Object.keys(active.yes)).toEqual(Object.keys(active.no));
		expect(active.no).toHaveProperty([active.box]);
	});

	it.each(crms)('write each field that they compare, in $name', (crm) => {
		const { nodes } = readExample(fileOf(crm));
		const text = (name: string) =>
			JSON.stringify(nodes.find((node) => node.name === name)?.parameters ?? '');
		const compared = [...text(NODES.compare).matchAll(/"field":"(\w+)"/g)].map(([, name]) => name);
		expect(compared.length).toBeGreaterThan(0);
		for (const field of compared) {
			expect(text(NODES.create)).toContain(`$json.${field} `);
			expect(text(NODES.update)).toContain(`$json.${field} `);
		}
	});

	it.each(crms)('find the row by what was read of it, in $name', (crm) => {
		const { nodes } = readExample(fileOf(crm));
		const text = (name: string) =>
			JSON.stringify(nodes.find((node) => node.name === name)?.parameters ?? '');
		expect(text(NODES.update)).toContain(`{{ $json.input.${crm.id} }}`);
		expect(text(NODES.remove)).toContain(`{{ $json.${crm.id} }}`);
	});
});
