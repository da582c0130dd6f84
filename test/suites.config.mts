import { defineConfig } from 'vitest/config';
import { engine } from '../vitest.config.mts';

/** The folder of each. */
const SUITES = {
	crm: 'examples/test',
	hosts: 'test/n8n/hosts',
	queue: 'test/n8n/queue',
	scan: 'test/scan',
	trigger: 'test/n8n/trigger',
	world: 'test/world',
};

/** What needs more than Node.js, such as `npm run test:crm -- --tags-filter quick`, or `-t "NocoDB"`. */
export default defineConfig({
	test: {
		tags: [{ name: 'quick', description: 'What a release needs. The rest runs every night.' }],
		reporters: ['verbose'],
		disableConsoleIntercept: true,
		// One n8n, one CRM, one database: one test after the other.
		fileParallelism: false,
		projects: Object.entries(SUITES).map(([name, folder]) => ({
			resolve: engine.resolve,
			test: {
				name,
				include: [`${folder}/*.test.mts`],
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
