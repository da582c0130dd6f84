import { Failure } from '../../harness/script/failure.mts';
import { explain, runScript } from '../../harness/script/script.mts';
import { copying } from './copying.mts';
import { databases } from './databases.mts';
import { inDataTable, tableIn, withoutUpsert } from './dataTable.mts';
import { GoogleSheets } from './googleSheets.mts';
import { HubSpot } from './hubspot.mts';
import { copyingToCompanies } from './hubspotCompanies.mts';
import { copyingToContacts } from './hubspotContacts.mts';
import { keeping } from './keeping.mts';
import { matching } from './matching.mts';
import { reconciling } from './reconciling.mts';
import { replacing } from './replacing.mts';
import { startScene, type Check } from './scene.mts';
import { copyingToSheet } from './sheet.mts';
import { startStandIns } from './standIns.mts';
import { storing } from './storing.mts';

/** Runs the examples in a real n8n, until every customer is in a CRM, once, or was named. */
await runScript('crm', async (tools) => {
	const [, , wanted = ''] = process.argv;
	const isQuick = wanted === '--quick';
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
	];
	const chosen = checks.filter((check) => (isQuick ? check.isQuick : check.name.includes(wanted)));
	let failed = 0;
	for (const { name, prove } of chosen) {
		const start = Date.now();
		const failure = await prove().then(() => undefined, explain);
		tools.signal.throwIfAborted();
		if (failure) failed += 1;
		const seconds = ((Date.now() - start) / 1000).toFixed(1);
		tools.report(
			`  ${failure ? '✗' : '✓'} ${name} (${seconds} s)${failure ? `\n      ${failure}` : ''}`,
		);
	}
	if (failed > 0) throw new Failure(`${failed} of ${chosen.length} checks failed.`);
});

/** What runs at night alone. */
function slowly(checks: Check[]): Check[] {
	return checks.map((check) => ({ ...check, isQuick: false }));
}
