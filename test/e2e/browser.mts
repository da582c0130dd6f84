import { chromium, type BrowserServer } from 'playwright-core';

const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// n8n's editor asks the registry about community packages; nothing is to leave the machine.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Starts the browser that all test files share. */
export async function startBrowser(executablePath: string): Promise<BrowserServer> {
	return await chromium.launchServer({
		executablePath,
		args: ARGUMENTS,
		// It would end our process, too, before that has cleaned up.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
}
