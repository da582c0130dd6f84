import '../engine/support/environment.mts';
import { startNginx } from '../../harness/servers/nginx.mts';
import { Failure } from '../../harness/script/failure.mts';
import { explain, runScript } from '../../harness/script/script.mts';
import { atRest } from './atRest.mts';
import { changing } from './changing.mts';
import { startCustomers } from './customers.mts';
import { DATABASES } from './databases.mts';
import { behindNginx } from './gateways.mts';
import type { Check } from './reading.mts';
import { watching } from './watching.mts';

await runScript('world', async (tools) => {
	const [, , wanted = ''] = process.argv;
	const isQuick = wanted === '--quick';
	tools.report(`Starting ${Object.keys(DATABASES).join(' and ')} …`);
	const checks: Check[] = [];
	for (const [name, start] of Object.entries(DATABASES)) {
		const customers = await startCustomers(await start(tools), tools);
		checks.push(...atRest(name, customers), ...changing(name, customers));
		if (name !== 'PostgreSQL') continue;
		const nginx = await startNginx(tools, new URL(customers.service.baseUrl).host);
		checks.push(...behindNginx(customers, nginx), ...watching(customers, nginx));
	}
	const chosen = checks.filter((check) => (isQuick ? check.isQuick : check.name.includes(wanted)));
	const times = isQuick ? [4] : [1, 4, 16];
	let failed = 0;
	for (const { name, prove } of chosen) {
		const lines: string[] = [];
		let mark = '✓';
		for (const parallelRequests of times) {
			const line = await prove(parallelRequests).catch((error) => {
				mark = '✗';
				return explain(error);
			});
			tools.signal.throwIfAborted();
			lines.push(`${parallelRequests} at a time: ${line}`);
		}
		if (mark === '✗') failed += 1;
		tools.report(`  ${mark} ${[name, ...lines].join(mark === '✗' ? '\n      ' : '; ')}`);
	}
	if (failed > 0) throw new Failure(`${failed} of ${chosen.length} checks failed.`);
});
