import { join } from 'node:path';
import pinned from '../harness/install/package.json' with { type: 'json' };

/** A version of n8n that the package is tested on. */
export interface Host {
	version: string;
	/**
	 * Folder of the package.json and package-lock.json that pin it. n8n 1.x installs one dependency
	 * from a website; an override takes it from npm instead.
	 */
	manifest: string;
}

export const HOSTS: Host[] = [
	{
		version: '1.123.81',
		manifest: join(import.meta.dirname, 'n8n-1.123.81'),
	},
	{
		version: pinned.dependencies.n8n,
		manifest: join(import.meta.dirname, '../harness/install'),
	},
];
