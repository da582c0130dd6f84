import { startMariadb } from '../../harness/servers/mariadb.mts';
import { startNginx } from '../../harness/servers/nginx.mts';
import { startPostgres } from '../../harness/servers/postgres.mts';
import { test as base, ONCE, QUICK } from '../support/suite.mts';
import { startCustomers } from './customers.mts';

/** What has to hold however many pages are requested at the same time. */
export const AT_ONCE = [4, 1, 16];

/** A release needs it only with the default. */
export const quickly = (isQuick: boolean, parallelRequests: number) =>
	isQuick && parallelRequests === 4 ? QUICK : {};

export const test = base
	.extend(
		'postgres',
		ONCE,
		async ({ tools }) => await startCustomers(await startPostgres(tools), tools),
	)
	.extend(
		'mariadb',
		ONCE,
		async ({ tools }) => await startCustomers(await startMariadb(tools), tools),
	)
	.extend(
		'nginx',
		ONCE,
		async ({ tools, postgres }) => await startNginx(tools, new URL(postgres.service.baseUrl).host),
	);
