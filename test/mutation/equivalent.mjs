import { readFileSync } from 'node:fs';

/**
 * Code whose mutants behave exactly as it does, so that no test can kill them. `code` is the smallest
 * expression that holds such a mutant, as it stands in the file; Stryker leaves all of it alone.
 *
 * @type {Array<{ file: string, code: string, reason: string }>}
 */
const EQUIVALENT = [];

for (const { file, code } of EQUIVALENT) {
	const found = readFileSync(file, 'utf8').split(code).length - 1;
	if (found !== 1) throw new Error(`${file} contains this ${found} times instead of once: ${code}`);
}

const ignorer = {
	shouldIgnore(path) {
		const { filename } = path.hub.file.opts;
		const named = EQUIVALENT.find(
			({ file, code }) => filename.endsWith(file) && path.getSource() === code,
		);
		return named?.reason;
	},
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'equivalent', value: ignorer }];
