import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { installN8n } from '../harness/install/install.mts';
import { startN8n } from '../harness/n8n/n8n.mts';
import { packPackage } from '../harness/install/package.mts';
import { N8nRest } from '../harness/n8n/rest.mts';
import { runScript, type ScriptTools } from '../harness/script/script.mts';
import { startBrowser } from './browser.mts';
import { provideChromium } from './chromium.mts';
import { runTests } from './run.mts';

/** Starts n8n with the packed package, and a browser that is signed in; then runs the tests. */
await runScript('e2e', async (tools) => {
	const executablePath = await provideChromium(tools);
	const { url, session } = await startEditor(tools);
	const browser = await startBrowser(executablePath);
	tools.cleanup.add(() => browser.close());
	const browserEndpoint = browser.wsEndpoint();
	await runTests({ url, session, browserEndpoint, failures: tools.workspace }, tools);
});

async function startEditor({ workspace, cleanup, report, signal }: ScriptTools): Promise<N8nRest> {
	const installation = await installN8n({ report, signal });
	const tarball = await packPackage(workspace, signal);
	report(`Starting n8n ${installation.version} …`);
	const logFile = join(workspace, 'n8n.log');
	const n8n = await startN8n({ installation, tarball, logFile, signal });
	cleanup.add(() => n8n.stop());

	const rest = new N8nRest(n8n.url, signal);
	// n8n asks for a capital letter and a digit.
	const password = `Test1-${randomBytes(6).toString('hex')}`;
	await rest.setUpOwner({ email: 'test@example.com', password });
	return rest;
}
