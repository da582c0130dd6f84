import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { Failure } from '../script/failure.mts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Installs the built package, packed as for npm, where n8n has community packages; returns its folder. */
export async function installPackage(userFolder: string): Promise<string> {
	if (!existsSync(join(PROJECT, 'dist'))) {
		throw new Failure('The package is not built yet. Run "npm run build" first.');
	}
	const folder = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-customer-data');
	await mkdir(folder, { recursive: true });
	const packing = execa({ cwd: PROJECT })`npm pack --silent --pack-destination ${userFolder}`;
	const tarball = join(userFolder, (await packing).stdout);
	await execa`tar -xzf ${tarball} -C ${folder} --strip-components=1`;
	return folder;
}
