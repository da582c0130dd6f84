import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runStep } from '../process/steps.mts';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';

const PROJECT = resolve(import.meta.dirname, '../../..');
const PACKAGE_NAME = 'n8n-nodes-customer-data';

/** Packs the built package as npm would publish it; returns the path of the tarball. */
export async function packPackage({ workspace, signal }: ScriptTools): Promise<string> {
	if (!existsSync(join(PROJECT, 'dist'))) {
		throw new Failure('The package is not built yet. Run "npm run build" first.');
	}
	const folder = await mkdtemp(join(workspace, 'package-'));
	const args = ['pack', '--pack-destination', folder];
	const step = { what: 'Packing the package', command: 'npm', args };
	await runStep(step, { cwd: PROJECT, logFile: join(workspace, 'npm-pack.log'), signal });
	const [tarball = ''] = await readdir(folder);
	return join(folder, tarball);
}

/** Unpacks a tarball to where n8n installs community packages; returns the folder. */
export async function unpackPackage(tarball: string, userFolder: string): Promise<string> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', PACKAGE_NAME);
	await mkdir(folder, { recursive: true });
	const args = ['-xzf', tarball, '-C', folder, '--strip-components=1'];
	const step = { what: 'Unpacking the package', command: 'tar', args };
	await runStep(step, { cwd: userFolder, logFile: join(userFolder, 'unpack.log') });
	return folder;
}
