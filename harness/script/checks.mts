import { Failure } from './failure.mts';
import { explain, type ScriptTools } from './script.mts';

export interface Check {
	/** A sentence about behavior. */
	name: string;
	/** Whether it also runs with `--quick`. */
	isQuick?: boolean;
	/** Throws if it is not so; may return what it measured. */
	prove: () => Promise<string | void>;
}

/**
 * Runs the checks that the command line chooses, with `--quick` or words of their names, and reports each.
 *
 * @throws Failure if there are none, or after the last one if some failed
 */
export async function runChecks(checks: Check[], { report, signal }: ScriptTools): Promise<void> {
	const [, , wanted = ''] = process.argv;
	const isChosen = ({ isQuick, name }: Check) =>
		wanted === '--quick' ? isQuick : name.includes(wanted);
	const chosen = checks.filter(isChosen);
	if (chosen.length === 0) throw new Failure(`No check has "${wanted}" in its name.`);
	let failed = 0;
	for (const { name, prove } of chosen) {
		const start = Date.now();
		const [mark, said] = await prove().then(
			(measured) => ['✓', measured && `: ${measured}`] as const,
			(error: unknown) => ['✗', `\n      ${explain(error)}`] as const,
		);
		signal.throwIfAborted();
		if (mark === '✗') failed += 1;
		report(`  ${mark} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)${said ?? ''}`);
	}
	if (failed > 0) throw new Failure(`${failed} of ${chosen.length} checks failed.`);
}
