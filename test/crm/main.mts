import { type Check, runChecks } from '../../harness/script/checks.mts';
import { runScript } from '../../harness/script/script.mts';
import { copying } from './copying.mts';
import { dataTable } from './dataTable.mts';
import { mariadb, postgres } from './databases.mts';
import { GoogleSheets } from './googleSheets.mts';
import { HubSpot } from './hubspot.mts';
import { copyingContacts, keepingCompanies } from './inHubspot.mts';
import { keeping } from './keeping.mts';
import { matching } from './matching.mts';
import { inRealCrm } from './real/checks.mts';
import { startNocoDb } from './real/nocoDb.mts';
import { startStrapi } from './real/strapi.mts';
import { reconciling } from './reconciling.mts';
import { startScene } from './scene.mts';
import { screenNames } from './screenNames.mts';
import { keepingSheet } from './sheet.mts';
import { startStandIns } from './standIns.mts';

/** Runs the examples in a real n8n, until every customer is in a CRM, once, or was named. */
await runScript('crm', async (tools) => {
	const [google, hubspot] = [new GoogleSheets(), new HubSpot()];
	const scene = await startScene(tools, await startStandIns(tools, [google, hubspot]));
	await scene.rest.createCredential(google.credential);
	await scene.rest.createCredential(hubspot.credential);
	const table = dataTable(scene);
	const inPostgres = postgres(scene, tools);
	const checks: Check[] = [
		screenNames(scene),
		...copying(scene, table),
		...slowly(copying(scene, inPostgres)),
		...reconciling(scene, table),
		...slowly(reconciling(scene, inPostgres)),
		...slowly(reconciling(scene, mariadb(scene, tools))),
		...slowly(keepingSheet(scene, google)),
		...slowly(copyingContacts(scene, hubspot)),
		...slowly(keepingCompanies(scene, hubspot)),
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
