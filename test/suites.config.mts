import { defineConfig } from 'vitest/config';
import { engine } from '../vitest.config.mts';

/** Each is a folder. */
const SUITES = ['crm', 'hosts', 'queue', 'scan', 'trigger', 'world'];

/** What needs more than Node.js, such as `npm run test:crm -- --tags-filter quick`, or `-t "NocoDB"`. */
export default defineConfig({
	test: {
		tags: [{ name: 'quick', description: 'What a release needs. The rest runs every night.' }],
		reporters: ['verbose'],
		disableConsoleIntercept: true,
		// One n8n, one CRM, one database: one test after the other.
		fileParallelism: false,
		projects: SUITES.map((name) => ({
			resolve: engine.resolve,
			test: {
				name,
				include: [`test/{,n8n/}${name}/*.test.mts`],
				isolate: false,
				// Under Vitest's own "test", n8n's lint rules behave otherwise.
				env: { SUITE: name, NODE_ENV: 'production' },
				// Whatever waits has a limit of its own; the first test of a suite may install n8n.
				testTimeout: 0,
				hookTimeout: 0,
			},
		})),
	},
});
