import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';

const PROJECT = resolve(import.meta.dirname, '../../..');

/** Packs the built package as npm would publish it; returns the path of the tarball. */
export async function packPackage({ workspace }: Pick<ScriptTools, 'workspace'>): Promise<string> {
	if (!existsSync(join(PROJECT, 'dist'))) {
		throw new Failure('The package is not built yet. Run "npm run build" first.');
	}
	const folder = await mkdtemp(join(workspace, 'package-'));
	await execa({ cwd: PROJECT })`npm pack --pack-destination ${folder}`;
	const [tarball = ''] = await readdir(folder);
	return join(folder, tarball);
}

/** Unpacks a tarball to where n8n installs community packages; returns the folder. */
export async function unpackPackage(tarball: string, userFolder: string): Promise<string> {
	const folder = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-customer-data');
	await mkdir(folder, { recursive: true });
	await execa`tar -xzf ${tarball} -C ${folder} --strip-components=1`;
	return folder;
}
