import assert from 'node:assert/strict';
import { readExample, type Example } from '../../../harness/workflow/examples.mts';
import { isDrawn, type Boxes } from '../../source/crm.mts';
import { CRMS } from '../../source/crms.mts';
import { draw } from '../../source/draw.mts';
import { TABLE } from '../../source/tables.mts';

/** What users import for a CRM, and the boxes that it fills. */
export function drawingFor(name: string): { crm: Boxes; drawing: Example } {
	const crm = CRMS.find((one) => one.name === name) ?? assert.fail(`No CRM is named ${name}`);
	if (isDrawn(crm)) return { crm, drawing: draw(crm) };
	const { file = assert.fail(`There is no drawing for ${name}`) } = crm;
	// A row of a sheet is found by its code.
	return { crm: { ...TABLE, id: 'code' }, drawing: readExample(file) };
}

/** The type of the credential that the CRM's nodes use, and the name that they know it by. */
export function credentialIn({ nodes }: Example): { type: string; name: string } {
	const [[type, { name }] = assert.fail('No credential')] = nodes
		.flatMap(({ credentials = {} }) => Object.entries(credentials))
		.filter(([one]) => one !== 'customerDataApi');
	return { type, name };
}
