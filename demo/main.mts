import { Command } from '@commander-js/extra-typings';
import { demonstrate } from './demonstration.mts';
import { Failure } from '../test/harness/script/failure.mts';
import { cacheFolder } from '../test/harness/install/install.mts';
import { runScript } from '../test/harness/script/script.mts';

const ABOUT = `
The first run installs n8n, which takes about 5 minutes and 2.7 GB. It is kept for the next run in
${cacheFolder()}
To keep it elsewhere, set CUSTOMER_DATA_DEMO_CACHE to a folder. To be rid of it, delete it.`;

const { once = false, follow = false } = new Command('npm run demo --')
	.description(
		'Runs the example workflow in a real n8n, beside a customer-data service of its own, and then leaves the editor open.',
	)
	.option('--once', 'end after the run; the exit code is 0 when every figure is right')
	.option('--follow', 'also change customers in the service, and see the table follow')
	.addHelpText('after', ABOUT)
	.showHelpAfterError()
	.parse()
	.opts();

await runScript('demo', async (tools) => {
	if (process.platform === 'win32') {
		throw new Failure('The demo runs on Linux and macOS. On Windows, run it in WSL.');
	}
	await demonstrate({ ...tools, once, follow });
});
