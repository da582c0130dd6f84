import type { Crm } from './crm.mts';
import { REQUESTS } from './requests.mts';
import { SUITES } from './suites.mts';
import { TABLES } from './tables.mts';

/** THE table of CRMs: what people choose and fill in n8n's nodes for them, in n8n 2.41. */
export const CRMS: Crm[] = [...SUITES, ...TABLES, ...REQUESTS];
