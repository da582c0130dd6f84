import { appendFile, copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../harness/script/failure.mts';
import type { Scanner } from './scanner.mts';

/** A form in which the package is published. */
export interface Subject {
	name: string;
	folder: string;
	filePatterns: string[];
	/** Path of one of its nodes, relative to the folder. */
	node: string;
}

const MISCHIEF = `
/* eslint-disable */
setTimeout(() => undefined, 1); // eslint-disable-line
`;

/** @throws Failure that lists what n8n's scanner found */
export async function assertClean({ analyzePackage }: Scanner, subject: Subject): Promise<void> {
	const { name, folder, filePatterns } = subject;
	const { passed, message, details = '' } = await analyzePackage(folder, filePatterns);
	// The scanner also passes if no file matches, but then it returns a message.
	if (passed && message === undefined) return;
	throw new Failure(`n8n's scanner rejects ${name}: ${message}\n${details}`);
}

/**
 * Guards against a scanner that finds nothing at all: adds a banned call to a copy of the package,
 * behind comments that disable linting.
 *
 * @throws Failure if the scanner misses the call
 */
export async function assertNoticed(
	{ analyzePackage }: Scanner,
	{ name, folder, filePatterns, node }: Subject,
	workspace: string,
): Promise<void> {
	const copy = await mkdtemp(join(workspace, 'mischief-'));
	await mkdir(join(copy, dirname(node)), { recursive: true });
	for (const file of ['package.json', node]) await copyFile(join(folder, file), join(copy, file));
	await appendFile(join(copy, node), MISCHIEF);
	const { passed, details = '' } = await analyzePackage(copy, filePatterns);
	if (!passed && details.includes('setTimeout')) return;
	throw new Failure(`n8n's scanner missed a call of setTimeout in a copy of ${name}.`);
}
