import { runChecks, type Check } from '../../harness/script/checks.mts';
import { once } from '../../harness/script/once.mts';
import type { Suite } from '../../harness/suite.mts';
import { copying, leavingOut } from './copying.mts';
import { startOnMariadb, startOnPostgres } from './databases.mts';
import { dataTable } from './dataTable.mts';
import { drawn } from './drawn.mts';
import { drawnNames } from './drawnNames.mts';
import { GoogleSheets } from './googleSheets.mts';
import { keepingInStep } from './inStep.mts';
import { keeping } from './keeping.mts';
import { matching } from './matching.mts';
import { startDirectus } from './real/directus.mts';
import { startNocoDb } from './real/nocoDb.mts';
import { startStrapi } from './real/strapi.mts';
import { reconciling } from './reconciling.mts';
import { startScene } from './scene.mts';
import { keepingSheet } from './sheet.mts';
import { startStandIns } from './standIns.mts';

/** Runs the examples in a real n8n, until every customer is in a CRM, once, or was named. */
export const suite: Suite = async (tools) => {
	const google = new GoogleSheets();
	const scene = await startScene(await tools.openN8n(), tools);
	const table = dataTable(scene);
	const postgres = once(async () => await startOnPostgres(scene, tools));
	const mariadb = once(async () => await startOnMariadb(scene, tools));
	const crms = {
		'Data table': async () => table,
		NocoDB: once(async () => await startNocoDb(scene, tools)),
		PostgreSQL: async () => drawn(await postgres(), 'postgresql-or-supabase'),
		MariaDB: async () => drawn(await mariadb(), 'mysql-or-mariadb'),
		'Directus without a node': once(async () => await startDirectus(scene, tools)),
		Strapi: once(async () => await startStrapi(scene, tools)),
	};
	const checks: Check[] = [
		drawnNames(scene),
		...copying(scene, 'Data table', crms['Data table']),
		...leavingOut(scene, table),
		...slowly(copying(scene, 'PostgreSQL', postgres)),
		...slowly(copying(scene, 'MariaDB', mariadb)),
		...Object.entries(crms).flatMap(([name, start]) => {
			const all = keepingInStep(scene, name, start);
			return name === 'Data table' || name === 'NocoDB' ? all : slowly(all);
		}),
		...reconciling(scene, table),
		...slowly(keepingSheet(scene, google)),
		...matching(scene, table),
		...keeping(scene, table),
	];
	await runChecks(checks, tools);
};

/** What runs at night alone. */
function slowly(checks: Check[]): Check[] {
	return checks.map((check) => ({ ...check, isQuick: false }));
}
