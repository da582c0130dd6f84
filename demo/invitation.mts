import type { Workflow } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import type { Batches } from './batches.mts';

interface Shown {
	sandbox: Sandbox;
	workflows: Workflow[];
	/** The table that stands in for the CRM. */
	tableId: string;
	batches: Batches | undefined;
}

/** What there is to see, and how to get there. */
export function invitation({ sandbox, workflows, tableId, batches }: Shown): string {
	const { n8n, service, account, projectId } = sandbox;
	const linksTo = (shown: Workflow[]) =>
		shown.map(({ id, name }) => `${n8n.url}/workflow/${id} (${name})`).join(`\n${' '.repeat(14)}`);
	const toBatches =
		batches &&
		`
Two examples copy the customers to PostgreSQL in batches. Publish the second before you run it.

  workflows   ${linksTo(batches.workflows)}
  database    ${batches.crm.url}
  table       ${batches.crm.table}
`;
	return `
The editor is running. Sign in and have a look:

  workflows   ${linksTo(workflows)}
  table       ${n8n.url}/projects/${projectId}/datatables/${tableId}
  email       ${account.email}
  password    ${account.password}
  n8n log     ${n8n.logFile}

The credential is there. To create one yourself, enter:

  Base URL    ${service.baseUrl}
  API Key     ${service.apiKey}
  Company ID  ${service.companyId}
${toBatches ?? ''}
Type add, change or remove and press Enter to add, change or remove a customer in the service.
The second workflow updates the table at its next poll; a removal takes two more polls.

Press Ctrl+C to stop and remove everything but the installed n8n.`;
}
