import type { Check } from '../../../../harness/script/checks.mts';
import { once } from '../../../../harness/script/once.mts';
import type { ScriptTools } from '../../../../harness/script/script.mts';
import { airtable } from './airtable.mts';
import { baserow } from './baserow.mts';
import { brevo } from './brevo.mts';
import { dataverse } from './dataverse.mts';
import { excel } from './excel.mts';
import { freshworks } from './freshworks.mts';
import { googleSheets } from './googleSheets.mts';
import { hubspotCompanies, hubspotContacts } from './hubspot.mts';
import { movedRows } from './movedRows.mts';
import { notion } from './notion.mts';
import { odoo } from './odoo.mts';
import { pipedrive } from './pipedrive.mts';
import { salesforce } from './salesforce.mts';
import { startStandIns } from './server.mts';
import type { StandIn } from './standIn.mts';
import { story } from './story.mts';
import { strapi } from './strapi.mts';
import { zoho } from './zoho.mts';

/** THE table of stand-ins: a file for each vendor's API. */
export const STAND_INS: StandIn[] = [
	airtable,
	baserow,
	brevo,
	dataverse,
	excel,
	freshworks,
	googleSheets,
	hubspotCompanies,
	hubspotContacts,
	notion,
	odoo,
	pipedrive,
	salesforce,
	strapi,
	zoho,
];

/** Those that also run with `--quick`. */
const QUICK = ['Airtable', 'HubSpot contacts', 'Odoo'];

/** The drawings of CRMs that nobody can run here, each against its documented API. */
export function keepingAsDocumented(tools: ScriptTools): Check[] {
	const start = once(async () => await startStandIns(STAND_INS, tools));
	return [
		...STAND_INS.map((standIn) => story(standIn, QUICK.includes(standIn.crm), start)),
		movedRows(start),
	];
}
