import { prepare, startEditor } from '../harness/sandbox.mts';
import { runScript } from '../harness/script/script.mts';
import { startPostgres } from '../harness/servers/postgres.mts';
import { POSTGRES, provideServers } from '../harness/servers/servers.mts';
import { startBrowser } from './browser.mts';
import { provideChromium } from './chromium.mts';
import { runTests } from './run.mts';

/** Starts n8n with the packed package installed, starts a browser, and runs the tests. */
await runScript('e2e', async (tools) => {
	const executablePath = await provideChromium(tools);
	await provideServers([POSTGRES], tools);
	const prepared = await prepare(tools);
	tools.report(`Starting n8n ${prepared.installation.version} …`);
	const { n8n, rest } = await startEditor(prepared, tools);
	const { url, session } = rest;
	const browser = await startBrowser(executablePath);
	tools.cleanup.add(() => browser.close());
	const browserEndpoint = browser.wsEndpoint();
	const postgres = await startPostgres(tools);
	const failures = tools.workspace;
	const { logFile } = n8n;
	await runTests({ url, session, logFile, browserEndpoint, postgres, failures }, tools);
});
