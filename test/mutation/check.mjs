import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EQUIVALENT } from './equivalent.mjs';

/** Fails when an entry of the list of equivalent mutants no longer fits the code. */
for (const { file, code } of EQUIVALENT) {
	const path = join(import.meta.dirname, '../..', file);
	const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
	const found = text.split(code).length - 1;
	if (found === 1) continue;
	console.error(`test/mutation/equivalent.mjs: ${file} contains ${code} ${found} times, not once`);
	process.exitCode = 1;
}
