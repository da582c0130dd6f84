import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { installPackage } from '../../harness/install/package.mts';
import { Failure } from '../../harness/script/failure.mts';
import type { Suite } from '../../harness/suite.mts';

const SOURCE = resolve(import.meta.dirname, '../..');
/** The patterns that the scanner's command line uses for a published package. */
const PACKED_FILES = ['**/*.js', 'package.json'];

const BANNED_CALL = `
/* eslint-disable */
setTimeout(() => undefined, 1); // eslint-disable-line
`;

/** Runs the scan that n8n runs on packages submitted for verification, but offline. */
export const suite: Suite = async ({ cleanup, report }) => {
	const folder = await cleanup.folder('scanner');
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await scannerIn(folder);
	const packed = await installPackage(folder);
	for (const [name, path, patterns] of [
		['the source', SOURCE, SOURCE_FILE_PATTERNS],
		['the packed package', packed, PACKED_FILES],
	] as const) {
		const { passed, message, details } = await analyzePackage(path, [...patterns]);
		// The scanner also passes if no file matches, but then it returns a message.
		if (!passed || message)
			throw new Failure(`n8n's scanner rejects ${name}: ${message}\n${details}`);
		report(`n8n's scanner accepts ${name}.`);
	}
	// A scanner that finds nothing at all would pass, too.
	await appendFile(join(packed, 'dist/nodes/CustomerData/CustomerData.node.js'), BANNED_CALL);
	const { details } = await analyzePackage(packed, PACKED_FILES);
	if (!details?.includes('setTimeout')) throw new Failure('The scanner missed a banned call.');
	report('It finds a banned call behind comments that disable linting.');
	report("It does not look for the credential's test, as reviewers do: see docs/publishing.md.");
};

/** The scanner, which makes a temporary folder on import, and never deletes it: so it gets one that is deleted. */
async function scannerIn(folder: string) {
	const { TMPDIR } = process.env;
	process.env.TMPDIR = folder;
	try {
		return await import('@n8n/scan-community-package/scanner/scanner.mjs');
	} finally {
		// Suites after it have servers that may not enter that folder.
		if (TMPDIR === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = TMPDIR;
	}
}
