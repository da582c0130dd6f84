import { isElsewhere } from '../../../harness/sandbox.mts';
import { runChecks, type Check } from '../../../harness/script/checks.mts';
import { once } from '../../../harness/script/once.mts';
import type { Suite } from '../../../harness/suite.mts';
import { changing } from './changing.mts';
import { keepingInStep } from './inStep.mts';
import { keeping, refusing } from './keeping.mts';
import { matching } from './matching.mts';
import { knownNames } from './names.mts';
import { nights } from './nights.mts';
import { REAL } from './real/crms.mts';
import { reconciling } from './reconciling.mts';
import { startScene } from './scene.mts';
import { keepingAsDocumented } from './standins/standIns.mts';
import { dataTable } from './tables.mts';
import { undoing } from './undoing.mts';

/** Runs the examples in a real n8n, until every customer is in a CRM, once, or was named. */
export const suite: Suite = async (tools) => {
	const scene = await startScene(await tools.openN8n(), tools);
	const table = dataTable(scene);
	const real = Object.entries(REAL).map(([name, start]) => {
		return { name, start: once(async () => await start(scene, tools)) };
	});
	const some = (...names: Array<keyof typeof REAL>) =>
		real.filter(({ name }) => names.some((one) => one === name));
	const checks: Check[] = [
		knownNames(scene),
		...real.flatMap(({ name, start }) => {
			const all = keepingInStep(scene, name, start);
			return name === 'Data Table' || name === 'NocoDB' ? all : slowly(all);
		}),
		...some('Data Table', 'NocoDB', 'PostgreSQL or Supabase').flatMap(({ name, start }) =>
			changing(scene, name, start),
		),
		...reconciling(scene, table),
		...undoing(scene, table),
		...nights(scene, table, tools),
		...(isElsewhere ? [] : keepingAsDocumented(tools)),
		...matching(scene, table),
		...keeping(scene, table),
		...some('Data Table', 'PostgreSQL or Supabase', 'MySQL or MariaDB').map(({ name, start }) =>
			refusing(scene, name, start),
		),
	];
	await runChecks(checks, tools);
};

/** What runs at night alone. */
function slowly(checks: Check[]): Check[] {
	return checks.map((check) => ({ ...check, isQuick: false }));
}
