import { isElsewhere } from '../../harness/sandbox.mts';
import { runChecks, type Check } from '../../harness/script/checks.mts';
import { once } from '../../harness/script/once.mts';
import type { Suite } from '../../harness/suite.mts';
import { changing } from './changing.mts';
import { copying, leavingOut } from './copying.mts';
import { keepingInStep } from './inStep.mts';
import { keeping } from './keeping.mts';
import { matching } from './matching.mts';
import { knownNames } from './names.mts';
import { startDirectus } from './real/directus.mts';
import { startNocoDb } from './real/nocoDb.mts';
import { reconciling } from './reconciling.mts';
import { startScene } from './scene.mts';
import { keepingAsDocumented } from './standins/standIns.mts';
import { dataTable, startOnMariadb, startOnPostgres } from './tables.mts';

/** Runs the examples in a real n8n, until every customer is in a CRM, once, or was named. */
export const suite: Suite = async (tools) => {
	const scene = await startScene(await tools.openN8n(), tools);
	const table = dataTable(scene);
	const crms = {
		'Data table': async () => table,
		NocoDB: once(async () => await startNocoDb(scene, tools)),
		PostgreSQL: once(async () => await startOnPostgres(scene, tools)),
		MariaDB: once(async () => await startOnMariadb(scene, tools)),
		'Directus without a node': once(async () => await startDirectus(scene, tools)),
	};
	const checks: Check[] = [
		knownNames(scene),
		...copying(scene, 'Data table', crms['Data table']),
		...leavingOut(scene, table),
		...slowly(copying(scene, 'PostgreSQL', crms.PostgreSQL)),
		...slowly(copying(scene, 'MariaDB', crms.MariaDB)),
		...Object.entries(crms).flatMap(([name, start]) => {
			const all = keepingInStep(scene, name, start);
			return name === 'Data table' || name === 'NocoDB' ? all : slowly(all);
		}),
		...(['Data table', 'NocoDB', 'PostgreSQL'] as const).flatMap((name) =>
			changing(scene, name, crms[name]),
		),
		...reconciling(scene, table),
		...(isElsewhere ? [] : keepingAsDocumented(tools)),
		...matching(scene, table),
		...keeping(scene, table),
	];
	await runChecks(checks, tools);
};

/** What runs at night alone. */
function slowly(checks: Check[]): Check[] {
	return checks.map((check) => ({ ...check, isQuick: false }));
}
