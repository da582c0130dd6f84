import type { N8nRest } from './n8n/rest.mts';
import type { Choice } from './script/checks.mts';
import type { ScriptTools } from './script/script.mts';

/** Proves what was chosen of it. @throws Failure that says what is not so */
export type Suite = (tools: SuiteTools) => Promise<void>;

export interface SuiteTools extends ScriptTools, Choice {
	/** Signed in to an n8n with our package. Suites that run together share it. */
	openN8n: () => Promise<N8nRest>;
}
