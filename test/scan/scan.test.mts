import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { expect } from 'vitest';
import { installPackage } from '../../harness/install/package.mts';
import { test as base, ONCE, QUICK } from '../support/suite.mts';

/** The patterns that the scanner's command line uses for a published package. */
const PACKED_FILES = ['**/*.js', 'package.json'];

const BANNED_CALL = `
/* eslint-disable */
setTimeout(() => undefined, 1); // eslint-disable-line
`;

/** The scan that n8n runs on packages submitted for verification, but offline. If no file matches, there is a message. */
const ACCEPTED = { passed: true };

const test = base.extend(
	'packed',
	ONCE,
	async ({ tools }) => await installPackage(await tools.cleanup.folder('scanner')),
);

test('the scanner accepts the source', QUICK, async () => {
	const source = resolve(import.meta.dirname, '../..');
	expect(await analyzePackage(source, SOURCE_FILE_PATTERNS)).toEqual(ACCEPTED);
});

test(
	'it accepts the packed package, though it does not look for the test of the credential, as reviewers do',
	QUICK,
	async ({ packed }) => {
		expect(await analyzePackage(packed, PACKED_FILES)).toEqual(ACCEPTED);
	},
);

// One that finds nothing at all would accept both, too.
test('it finds a banned call behind comments that disable linting', QUICK, async ({ packed }) => {
	await appendFile(join(packed, 'dist/nodes/CustomerData/CustomerData.node.js'), BANNED_CALL);
	const { details } = await analyzePackage(packed, PACKED_FILES);
	expect(details).toContain('setTimeout');
});
