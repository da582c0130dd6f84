import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default {
	testRunner: 'vitest',
	vitest: { configFile: 'test/mutation/vitest.config.mts' },
	plugins: ['@stryker-mutator/vitest-runner'],
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
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
	// Some 2 % of the mutants behave exactly as the code does.
	thresholds: { high: 98, low: 96, break: 96 },
};
