import { chromium, type BrowserServer } from 'playwright-core';

const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// n8n's editor looks up community packages online. Keep all traffic on this machine.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Starts the browser, which all test files share. */
export async function startBrowser(executablePath: string): Promise<BrowserServer> {
	return await chromium.launchServer({
		executablePath,
		args: ARGUMENTS,
		// Playwright's own handlers would exit the process before our cleanup has run.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
}
