import type { ScriptTools } from '../../../harness/script/script.mts';
import type { Scene } from '../scene.mts';
import { dataTable, startOnMariadb, startOnPostgres } from '../tables.mts';
import type { Target } from '../target.mts';
import { startDirectus } from './directus.mts';
import { startNocoDb } from './nocoDb.mts';

/** What runs here, by its name in the table of CRMs. */
export const REAL = {
	'Data Table': async (scene) => dataTable(scene),
	NocoDB: startNocoDb,
	'PostgreSQL or Supabase': startOnPostgres,
	'MySQL or MariaDB': startOnMariadb,
	'A CRM without a node': startDirectus,
} satisfies Record<string, (scene: Scene, tools: ScriptTools) => Promise<Target>>;
