import { findOrInstall } from '../../../harness/install/commands.mts';
import { openN8n } from '../../../harness/sandbox.mts';
import { newTools } from '../../support/tools.mts';

/** Opens an n8n for all tests. They share a session, because n8n limits sign-ins per minute. */
export default async function setUp() {
	endAtSecondInterrupt();
	const tools = await newTools('e2e');
	process.env.CHROMIUM_PATH ??= await findOrInstall('chromium', 'chromium', tools);
	const { url, cookie } = await openN8n(tools);
	Object.assign(process.env, { N8N_URL: url, N8N_COOKIE: cookie });
	return async () => await tools.cleanup.run();
}

/** After the first Ctrl+C, and for a second, Playwright itself cleans up; another one would leave n8n behind. */
function endAtSecondInterrupt(): void {
	const listen = () => process.on('SIGINT', () => process.exit(1));
	process.once('SIGINT', () => setTimeout(listen, 1_000).unref());
}
