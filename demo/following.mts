import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import { waitFor } from '../test/harness/script/waitFor.mts';
import { CHANGES, Changes } from './changes.mts';
import { expectedRows, readTable } from './synchronisation.mts';

/** Adds, changes and removes a customer in the service, and waits until the table matches. */
export async function showFollowing(
	sandbox: Sandbox,
	tableId: string,
	report: (line: string) => void,
): Promise<void> {
	const changes = new Changes(sandbox.service);
	for (const change of CHANGES) report(`  ${changes.make(change)}`);
	const start = Date.now();
	const failure = 'The table did not match the service';
	const timing = { withinMs: 180_000, everyMs: 1_000 };
	await waitFor(() => isInStep(sandbox, tableId), { failure, ...timing });
	report(`The table matched the service after ${Math.round((Date.now() - start) / 1000)} s.`);
}

async function isInStep(sandbox: Sandbox, tableId: string): Promise<boolean> {
	const rows = await readTable(sandbox, tableId);
	return isDeepStrictEqual(byCode(rows), byCode(expectedRows(sandbox.service)));
}

function byCode(rows: Row[]): Row[] {
	return rows.toSorted((a, b) => String(a.code).localeCompare(String(b.code)));
}
