import { resolve } from 'node:path';
import { between, table } from '../../harness/documents/markdown.mts';
import type { ColumnName } from '../../harness/workflow/rows.mts';
import { isDrawn, type Crm, type Drawn, type Tried } from './crm.mts';
import { CRMS } from './crms.mts';
import { fileOf, matchedAlsoBy } from './draw.mts';
import { NAMES, TYPES } from './tables.mts';

/** The page with the table of CRMs. */
export const OVERVIEW = resolve(import.meta.dirname, '../../docs/crm.md');

/** The page with the table of CRMs between its two comments. @throws Failure where it lacks one of them */
export function withOverview(page: string): string {
	const sorted = [...CRMS].sort(byName);
	const headings = ['CRM', 'Tried', 'Matches by', 'It needs', 'Mind', 'Upsert'];
	const content = table(headings, sorted.map(cellsOf));
	return between(page, 'crms', content, 'docs/crm.md');
}

/** As people look for them; what fits any CRM comes last. */
function byName({ name: one }: Crm, { name: other }: Crm): number {
	const [isAny, isOtherAny] = [one, other].map((name) => name.startsWith('A '));
	return Number(isAny) - Number(isOtherAny) || one.localeCompare(other);
}

function cellsOf(crm: Crm): string[] {
	const { name, tried } = crm;
	const file = isDrawn(crm) ? fileOf(crm) : crm.file;
	const linked = file === undefined ? name : `[${name}](../examples/${file})`;
	const told = isDrawn(crm) ? [matches(crm), needs(crm), mind(crm)] : ['', '', crm.instead];
	return [linked, inWords(tried), ...told, key(crm)];
}

function inWords(tried: Tried | undefined): string {
	if (tried === undefined) return 'no';
	return tried === 'real' ? 'for real' : tried.documentedOn;
}

/** In what people call these columns in any CRM. */
function matches(crm: Drawn): string {
	const words: Partial<Record<ColumnName, string>> = { company: 'name' };
	return [crm.matchedBy, ...matchedAlsoBy(crm)].map((column) => words[column] ?? column).join(', ');
}

/** The page names once the columns that many tables have. */
function needs(crm: Drawn): string {
	const named = [`the columns ${NAMES} ${TYPES}`, `the columns ${NAMES}`, NAMES];
	return named.reduce((text, names) => text.replace(names, 'the usual columns'), crm.needs);
}

function mind(crm: Drawn): string {
	const { choose = '', limits = [], needsN8n2 } = crm;
	return [
		choose && `Choose ${choose.charAt(0).toLowerCase()}${choose.slice(1)}`,
		...limits,
		needsN8n2 && 'Needs n8n 2.',
	]
		.filter(Boolean)
		.join(' ');
}

function key({ upsert, upsertsBy, ...crm }: Crm): string {
	if (upsertsBy !== undefined) return upsertsBy;
	if (!upsert) return 'no';
	return 'matchedBy' in crm && crm.matchedBy === 'email' ? 'by email' : 'by the code';
}
