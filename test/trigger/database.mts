import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Installation } from '../harness/install/install.mts';

const QUERY = `
const { DatabaseSync } = require('node:sqlite');
const [, file, sql] = process.argv;
const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
process.stdout.write(JSON.stringify(database.prepare(sql).all()));
`;

/** n8n's SQLite database. n8n may be running, or may have been killed. */
export class Database {
	private readonly file: string;

	constructor(
		private readonly installation: Installation,
		userFolder: string,
	) {
		this.file = join(userFolder, '.n8n/database.sqlite');
	}

	/** Asks the Node.js that n8n runs on, because older ones cannot read SQLite. */
	async read<T>(row: z.ZodType<T, z.ZodTypeDef, unknown>, sql: string): Promise<T[]> {
		const args = ['--no-warnings', '--eval', QUERY, this.file, sql];
		const { stdout } = await promisify(execFile)(this.installation.node, args, {
			maxBuffer: Infinity,
		});
		return z.array(row).parse(JSON.parse(stdout));
	}
}
