import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What only n8n's engine can test. It takes seconds to load for each mutant, so this has a run of its own. */
export const ENGINE = [
	'nodes/CustomerData/{*.node,getMany,operations}.ts',
	'nodes/CustomerData/api/{ping,request}.ts',
	'nodes/CustomerData/methods/*.ts',
	'nodes/CustomerData/read/{listPages,readRecords}.ts',
	'nodes/CustomerData/watch/{poll,samples,turns}.ts',
];

export default {
	testRunner: 'vitest',
	vitest: { configFile: 'test/mutation/vitest.config.mts' },
	plugins: ['@stryker-mutator/vitest-runner', './test/mutation/equivalent.mjs'],
	ignorers: ['equivalent'],
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts', ...ENGINE.map((files) => `!${files}`)],
	ignorePatterns: ['/bench', '/coverage', '/demo', '/dist', '/docs', '/examples', '/icons'],
	// Outside, because n8n's lint reads every .ts file below this folder.
	tempDirName: join(tmpdir(), 'customer-data-mutation'),
	coverageAnalysis: 'perTest',
	// The tables of options, failures and resources, which load once: snapshots hold their every word.
	ignoreStatic: true,
	concurrency: 2,
	timeoutMS: 5_000,
	incremental: true,
	incrementalFile: 'reports/mutation/incremental.json',
	reporters: ['clear-text', 'progress', 'html'],
	clearTextReporter: { logTests: false, reportTests: false },
	htmlReporter: { fileName: 'reports/mutation/index.html' },
	thresholds: { high: 98, low: 95, break: 95 },
};
