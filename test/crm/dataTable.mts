import { z } from 'zod';
import { readExample } from '../harness/workflow/examples.mts';
import type { Target } from './copying.mts';
import type { Scene } from './scene.mts';

/** The example as shipped, with n8n's own table in place of a CRM. */
export function inDataTable({ rest, projectId, tables, dataTables }: Scene): Target {
	return {
		name: 'Customers to CRM, Data Table',
		example: readExample('customers-to-crm.json'),
		async clear() {
			for (const { id } of await dataTables()) {
				await rest.call('DELETE', `${tables}/${id}`, z.unknown());
			}
		},
		async rows() {
			const [table] = await dataTables();
			return table ? await rest.rows(projectId, table.id) : [];
		},
		refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
	};
}
