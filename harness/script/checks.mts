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

/** Which checks to run. */
export interface Choice {
	/** Those that are quick. */
	isQuick: boolean;
	/** Those with these words in their names; all, if empty. */
	words: string;
}

/**
 * Runs the chosen checks, and reports each.
 *
 * @throws Failure if there are none, or after the last one if some failed
 */
export async function runChecks(
	checks: Check[],
	{ isQuick, words, report, signal }: ScriptTools & Choice,
): Promise<void> {
	const chosen = checks.filter((check) => {
		return check.name.includes(words) && (check.isQuick || !isQuick);
	});
	if (chosen.length === 0) throw new Failure(`No check has "${words}" in its name.`);
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
