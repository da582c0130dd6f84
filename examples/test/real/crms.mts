import type { Start } from '../target.mts';

const tables = () => import('../tables.mts');

/** What runs here, by its name in the table of CRMs. Each loads when it starts, with a database's client. */
export const REAL: Record<string, Start> = {
	'Data Table': async (...scene) => await (await tables()).startDataTable(...scene),
	NocoDB: async (...scene) => await (await import('./nocoDb.mts')).startNocoDb(...scene),
	'PostgreSQL or Supabase': async (...scene) => await (await tables()).startOnPostgres(...scene),
	'MySQL or MariaDB': async (...scene) => await (await tables()).startOnMariadb(...scene),
	'A CRM without a node': async (...scene) =>
		await (await import('./directus.mts')).startDirectus(...scene),
};
