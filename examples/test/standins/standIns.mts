import { airtable } from './airtable.mts';
import { baserow } from './baserow.mts';
import { brevo } from './brevo.mts';
import { dataverse } from './dataverse.mts';
import { excel } from './excel.mts';
import { freshworks } from './freshworks.mts';
import { googleSheets } from './googleSheets.mts';
import { hubspotCompanies, hubspotContacts } from './hubspot.mts';
import { notion } from './notion.mts';
import { odoo } from './odoo.mts';
import { pipedrive } from './pipedrive.mts';
import { salesforce } from './salesforce.mts';
import type { StandIn } from './standIn.mts';
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
