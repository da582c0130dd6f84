import assert from 'node:assert/strict';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample, type Example } from '../../harness/workflow/examples.mts';
import { isDrawn, type Boxes, type Undrawn } from '../source/crm.mts';
import { CRMS } from '../source/crms.mts';
import { draw, upsertStep } from '../source/draw.mts';
import { TABLE } from '../source/tables.mts';
import { withText } from './withText.mts';

/** A CRM, and what users choose in its drawing. */
interface Choice {
	/** In the table of CRMs. */
	crm: string;
	chosen?: Chosen;
}

/** What users import for a CRM, the boxes that it fills, and what *Changes to CRM* saves with. */
export function drawingFor({ crm: name, chosen = {} }: Choice) {
	const crm = CRMS.find((one) => one.name === name) ?? assert.fail(`No CRM is named ${name}`);
	const { boxes, shipped } = isDrawn(crm) ? { boxes: crm, shipped: draw(crm) } : sheetOf(crm);
	return { crm: boxes, drawing: withChosen(shipped, chosen), upsert: upsertStep(crm) };
}

/** Its rows are found by their codes. */
function sheetOf({ name, file = assert.fail(`There is no drawing for ${name}`) }: Undrawn) {
	const boxes: Boxes = { ...TABLE, id: 'code' };
	return { boxes, shipped: readExample(file) };
}

/** The type of the credential that the CRM's nodes use, and the name that they know it by. */
export function credentialIn({ nodes }: Example): { type: string; name: string } {
	const [[type, { name }] = assert.fail('No credential')] = nodes
		.flatMap(({ credentials = {} }) => Object.entries(credentials))
		.filter(([one]) => one !== 'customerDataApi');
	return { type, name };
}

/** What is chosen in a parameter, by its name, and perhaps by what stands beside it. */
export type Chosen = Record<string, string | ((beside: Row) => string | number)>;

function withChosen(drawing: Example, chosen: Chosen): Example {
	function choose(this: Row, name: string, value: unknown) {
		const choice = chosen[name];
		if (choice === undefined) return value;
		const own = typeof choice === 'function' ? choice(this) : choice;
		return value instanceof Object ? { ...value, value: own } : own;
	}
	return withText(drawing, (parameters) => JSON.stringify(JSON.parse(parameters, choose)));
}
