import '../../harness/engine/environment.mts';
import { runChecks } from '../../harness/script/checks.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startNginx } from '../../harness/servers/nginx.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import type { Suite } from '../../harness/suite.mts';
import { startCustomers } from './customers.mts';
import { atRest, whileChanging } from './databases.mts';
import { behindNginx } from './gateways.mts';

export const suite: Suite = async (tools) => {
	tools.report('Starting PostgreSQL, MariaDB and nginx …');
	const customers = await startCustomers(await startPostgres(tools), tools);
	const inMariadb = await startCustomers(await startMariadb(tools), tools);
	const nginx = await startNginx(tools, new URL(customers.service.baseUrl).host);
	const checks = [
		...atRest('PostgreSQL', customers),
		// It orders rows that are sorted alike in another way, which takes more readings.
		...atRest('MariaDB', inMariadb),
		...whileChanging(customers),
		...behindNginx(customers, nginx),
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
