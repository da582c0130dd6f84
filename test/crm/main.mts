import { type Check, runChecks } from '../../harness/script/checks.mts';
import { runScript } from '../../harness/script/script.mts';
import { copying } from './copying.mts';
import { databases } from './databases.mts';
import { inDataTable, tableIn, withoutUpsert } from './dataTable.mts';
import { GoogleSheets } from './googleSheets.mts';
import { HubSpot } from './hubspot.mts';
import { copyingToCompanies } from './hubspotCompanies.mts';
import { copyingToContacts } from './hubspotContacts.mts';
import { keeping } from './keeping.mts';
import { matching } from './matching.mts';
import { inRealCrm } from './real/checks.mts';
import { startNocoDb } from './real/nocoDb.mts';
import { startStrapi } from './real/strapi.mts';
import { reconciling } from './reconciling.mts';
import { replacing } from './replacing.mts';
import { startScene } from './scene.mts';
import { copyingToSheet } from './sheet.mts';
import { startStandIns } from './standIns.mts';
import { storing } from './storing.mts';

/** Runs the examples in a real n8n, until every customer is in a CRM, once, or was named. */
await runScript('crm', async (tools) => {
	const [hubspot, google] = [new HubSpot(), new GoogleSheets()];
	const scene = await startScene(tools, await startStandIns(tools, [hubspot, google]));
	for (const { credential } of [hubspot, google]) await scene.rest.createCredential(credential);
	const table = tableIn(scene);
	const inDatabases = databases(scene, tools);
	const checks: Check[] = [
		...copying(scene, inDataTable(table)),
		...slowly(copying(scene, withoutUpsert(table))),
		...copyingToCompanies(scene, hubspot),
		...slowly(copyingToContacts(scene, hubspot)),
		...slowly(copyingToSheet(scene, google)),
		...Object.values(inDatabases).flatMap((target) => slowly(copying(scene, target))),
		...storing(scene, inDatabases),
		...slowly(replacing(scene, inDatabases.postgres)),
		...reconciling(scene, table),
		...matching(scene, table),
		...keeping(scene, table),
		...inRealCrm(scene, 'NocoDB', async () => await startNocoDb(scene, tools)),
		...slowly(inRealCrm(scene, 'Strapi', async () => await startStrapi(scene, tools))),
	];
	await runChecks(checks, tools);
});

/** What runs at night alone. */
function slowly(checks: Check[]): Check[] {
	return checks.map((check) => ({ ...check, isQuick: false }));
}
