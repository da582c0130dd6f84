import { appendFile, copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../harness/script/failure.mts';
import type { Scanner } from './scanner.mts';

/** A form in which the package leaves the house. */
export interface Subject {
	name: string;
	folder: string;
	filePatterns: string[];
	/** One of its nodes, below the folder. */
	node: string;
}

const MISCHIEF = `
/* eslint-disable */
setTimeout(() => undefined, 1); // eslint-disable-line
`;

/** @throws Failure that lists what n8n's scanner finds */
export async function assertClean({ analyzePackage }: Scanner, subject: Subject): Promise<void> {
	const { name, folder, filePatterns } = subject;
	const { passed, message, details = '' } = await analyzePackage(folder, filePatterns);
	// Without any file it passes too, with a message.
	if (passed && message === undefined) return;
	throw new Failure(`n8n's scanner does not accept ${name}: ${message}\n${details}`);
}

/**
 * A scanner that overlooks everything would accept everything: it has to find a banned call in a
 * copy, also behind a comment that tells the lint to look away.
 *
 * @throws Failure when it does not
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
	throw new Failure(`n8n's scanner does not notice a call of setTimeout in ${name}.`);
}
