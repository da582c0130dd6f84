import { parseArgs } from 'node:util';
import { demonstrate } from './demonstration.mts';
import { Failure } from '../test/harness/script/failure.mts';
import { cacheFolder } from '../test/harness/install/install.mts';
import { runScript } from '../test/harness/script/script.mts';

const HELP = `Shows the package at work in a real n8n, beside a customer-data service of its own.

  npm run demo              run the example workflow, then leave the editor open
  npm run demo -- --once    end after the run; the exit code is 0 when every figure is right
  npm run demo -- --follow  also change customers in the service, and see the table follow
  npm run demo -- --help    show this

The first run installs n8n, which takes about 5 minutes and 2.7 GB. It is kept for the next run in
${cacheFolder()}
To keep it elsewhere, set CUSTOMER_DATA_DEMO_CACHE to a folder. To be rid of it, delete it.`;

await runScript('demo', async (tools) => {
	const options = readCommandLine();
	if (options.help) {
		console.log(HELP);
		return;
	}
	if (process.platform === 'win32') {
		throw new Failure('The demo runs on Linux and macOS. On Windows, run it in WSL.');
	}
	await demonstrate({ ...tools, ...options });
});

function readCommandLine() {
	try {
		const options = {
			once: { type: 'boolean', default: false },
			follow: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		} as const;
		return parseArgs({ options }).values;
	} catch (error) {
		throw new Failure(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
	}
}
