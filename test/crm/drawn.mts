import type { Row } from '../../harness/n8n/rest.mts';
import { readExample, type Example } from '../../harness/workflow/examples.mts';
import type { Target } from './target.mts';

/** The columns of a table of contacts in which each company has a column of its own for the code. */
export const TEXTS = ['code', 'code2', 'company', 'contact', 'email', 'phone', 'city', 'owner'];

/** A real CRM, and the drawing for it as it is shipped but for what users choose. */
export function drawn(
	target: Target,
	file: string,
	choose = (drawing: Example) => drawing,
): Target {
	return {
		...target,
		inStep: choose(readExample(`crm/${file}.json`)),
		fill: async (rows) => await target.fill(rows.map(withoutCompany)),
		rows: async () => (await target.rows()).map(withCompany),
	};
}

/** The drawing with this in place of the address that it is shipped with. */
export function at(address: string) {
	return (drawing: Example): Example =>
		JSON.parse(JSON.stringify(drawing).replaceAll(/https:\/\/\w+\.example\.com/g, address));
}

function withoutCompany({ companyId, code, ...row }: Row): Row {
	if (code === undefined) return row;
	return { ...row, [companyId === '2' ? 'code2' : 'code']: code };
}

function withCompany({ code, code2, ...row }: Row): Row {
	const isOther = (code2 ?? null) !== null;
	return { ...row, code: isOther ? code2 : code, companyId: isOther ? '2' : '1' };
}
