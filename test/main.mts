import { parseArgs } from 'node:util';
import type { N8nRest } from '../harness/n8n/rest.mts';
import { openN8n, tidyUp } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { once } from '../harness/script/once.mts';
import { explain, runScript } from '../harness/script/script.mts';
import type { Suite } from '../harness/suite.mts';

/** What needs more than Node.js. Each loads only if it is chosen. */
const SUITES: Record<string, () => Promise<{ suite: Suite }>> = {
};

const { values, positionals } = parseArgs({
	options: { quick: { type: 'boolean', default: false } },
	allowPositionals: true,
});
const [suites = '', ...words] = positionals;
const choice = { isQuick: values.quick, words: words.join(' ') };

/** Runs suites, such as `crm` or `crm,e2e`, with `--quick` or words in the names of checks. */
await runScript(suites, async (tools) => {
	let rest: N8nRest | undefined;
	const open = once(async () => (rest = await openN8n(tools)));
	const failures: string[] = [];
	for (const name of suites.split(',')) {
		const load = SUITES[name];
		if (!load) throw new Failure(`Which suite? ${Object.keys(SUITES).join(', ')}`);
		const { suite } = await load();
		await suite({ ...tools, ...choice, openN8n: open }).catch((error: unknown) => {
			tools.signal.throwIfAborted();
			failures.push(`${name}: ${explain(error)}`);
		});
		// A suite that failed may have left it killed.
		if (rest) await tidyUp(rest).catch((error: unknown) => tools.report(explain(error)));
	}
	if (failures.length > 0) throw new Failure(failures.join('\n'));
});
