import '../engine/support/environment.mts';
import { runChecks } from '../../harness/script/checks.mts';
import { startNginx } from '../../harness/servers/nginx.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import type { Suite } from '../../harness/suite.mts';
import { startCustomers } from './customers.mts';
import { fromDatabase } from './databases.mts';
import { behindNginx } from './gateways.mts';
import { watching } from './watching.mts';

export const suite: Suite = async (tools) => {
	tools.report('Starting PostgreSQL and nginx …');
	const customers = await startCustomers(await startPostgres(tools), tools);
	const nginx = await startNginx(tools, new URL(customers.service.baseUrl).host);
	const checks = [
		...fromDatabase(customers),
		...behindNginx(customers, nginx),
		...watching(customers),
	];
	const each = checks.flatMap(({ name, isQuick, prove }) =>
		[4, 1, 16].map((parallelRequests) => ({
			name: `${name}, ${parallelRequests} at a time`,
			isQuick: isQuick && parallelRequests === 4,
			prove: async () => await prove(parallelRequests),
		})),
	);
	await runChecks(each, tools);
};
