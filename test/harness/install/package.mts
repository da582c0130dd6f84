import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure, lastLines } from '../script/failure.mts';
import { run } from '../process/processes.mts';

const PROJECT = resolve(import.meta.dirname, '../../..');
export const PACKAGE_NAME = 'n8n-nodes-customer-data';

/** Packs the built package, as npm would publish it, into a folder below `into`; gives the tarball. */
export async function packPackage(into: string, signal?: AbortSignal): Promise<string> {
	if (!existsSync(join(PROJECT, 'dist'))) {
		throw new Failure('The package is not built yet. Run "npm run build" first.');
	}
	const folder = await mkdtemp(join(into, 'package-'));
	const logFile = join(into, 'npm-pack.log');
	const exitCode = await run('npm', ['pack', '--pack-destination', folder], {
		cwd: PROJECT,
		logFile,
		signal,
	});
	const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
	if (exitCode === 0 && tarball !== undefined) return join(folder, tarball);
	throw new Failure(`npm could not pack the package:\n${await lastLines(logFile)}`);
}

/** Unpacks a tarball to where n8n keeps the community packages that it installed; gives the folder. */
export async function unpackPackage(tarball: string, userFolder: string): Promise<string> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', PACKAGE_NAME);
	await mkdir(folder, { recursive: true });
	const logFile = join(userFolder, 'unpack.log');
	const args = ['-xzf', tarball, '-C', folder, '--strip-components=1'];
	const exitCode = await run('tar', args, { cwd: userFolder, logFile });
	if (exitCode === 0) return folder;
	throw new Failure(`${tarball} could not be unpacked:\n${await lastLines(logFile)}`);
}
