import '../engine/support/environment.mts';
import { runChecks } from '../../harness/script/checks.mts';
import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startNginx } from '../../harness/servers/nginx.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import type { Suite } from '../../harness/suite.mts';
import { atRest } from './atRest.mts';
import { changing, removing } from './changing.mts';
import { startCustomers } from './customers.mts';
import { behindNginx } from './gateways.mts';
import type { Check } from './reading.mts';
import { watching } from './watching.mts';

const DATABASES = { PostgreSQL: startPostgres, MariaDB: startMariadb };

export const suite: Suite = async (tools) => {
	tools.report(`Starting ${Object.keys(DATABASES).join(' and ')} …`);
	const checks: Check[] = [];
	for (const [name, start] of Object.entries(DATABASES)) {
		const customers = await startCustomers((await start(tools)).query, tools);
		checks.push(
			...atRest(name, customers),
			...changing(name, customers),
			...removing(name, customers),
		);
		if (name !== 'PostgreSQL') continue;
		const nginx = await startNginx(tools, new URL(customers.service.baseUrl).host);
		checks.push(...behindNginx(customers, nginx), ...watching(customers, nginx));
	}
	const each = checks.flatMap(({ name, isQuick, prove }) =>
		[4, 1, 16].map((parallelRequests) => ({
			name: `${name}, ${parallelRequests} at a time`,
			isQuick: isQuick && parallelRequests === 4,
			prove: async () => await prove(parallelRequests),
		})),
	);
	await runChecks(each, tools);
};
