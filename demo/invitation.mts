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
	return `The editor is running. Sign in and have a look:

  workflows   ${linksTo(n8n.url, workflows)}
  table       ${n8n.url}/projects/${projectId}/datatables/${tableId}
  email       ${account.email}
  password    ${account.password}
  n8n log     ${n8n.logFile}

The credential is there. To create one yourself, enter:

  Base URL    ${service.baseUrl}
  API Key     ${service.apiKey}
  Company ID  ${service.companyId}
${batches ? `\n${invitationToBatches(n8n.url, batches)}\n` : ''}
Type add, change or remove and press Enter to add, change or remove a customer in the service.
The second workflow updates the table at its next poll; a removal takes two more polls.

Press Ctrl+C to stop and remove everything but the installed n8n.`;
}

function invitationToBatches(url: string, { crm, inBatches, overWorkers }: Batches): string {
	return `Two examples copy the customers to PostgreSQL in batches. Publish the second before you run it.

  workflows   ${linksTo(url, [inBatches, overWorkers])}
  database    ${crm.url}
  table       ${crm.table}`;
}

function linksTo(url: string, workflows: Workflow[]): string {
	const links = workflows.map(({ id, name }) => `${url}/workflow/${id} (${name})`);
	return links.join(`\n${' '.repeat(14)}`);
}
