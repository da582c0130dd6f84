import { Command } from '@commander-js/extra-typings';
import { demonstrate } from './demonstration.mts';
import { Failure } from '../test/harness/script/failure.mts';
import { cacheFolder } from '../test/harness/install/install.mts';
import { runScript } from '../test/harness/script/script.mts';

const ABOUT = `
The first run installs n8n, which takes about 5 minutes and 2.7 GB. Later runs use that copy, in
${cacheFolder()}
Set CUSTOMER_DATA_DEMO_CACHE to use another folder. Delete the folder to remove n8n.

If PostgreSQL is missing, --postgres says how to install it; as root on Debian, it installs it.`;

const {
	once = false,
	follow = false,
	postgres = false,
} = new Command('npm run demo --')
	.description(
		'Runs the example workflows in a real n8n against a local reference service, then leaves the editor open.',
	)
	.option('--once', 'exit after the run, with code 0 if every figure is right')
	.option('--follow', 'also change customers in the service and check that the table follows')
	.option('--postgres', 'also start PostgreSQL, with the examples that copy customers in batches')
	.addHelpText('after', ABOUT)
	.showHelpAfterError()
	.parse()
	.opts();

await runScript('demo', async (tools) => {
	if (process.platform === 'win32') {
		throw new Failure('The demo runs on Linux and macOS. On Windows, run it in WSL.');
	}
	await demonstrate({ ...tools, once, follow, postgres });
});
