import { existsSync } from 'node:fs';
import { Failure } from '../harness/script/failure.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { canInstallPackages, installPackages } from '../harness/install/debianPackages.mts';

const DEBIANS_CHROMIUM = '/usr/bin/chromium';

/** Where a Chromium or a Chrome usually is. */
const USUAL_PLACES = [
	DEBIANS_CHROMIUM,
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser's program; installs Debian's when there is none and we are allowed to. */
export async function provideChromium(tools: ScriptTools): Promise<string> {
	const { CHROMIUM_PATH: chosen } = process.env;
	if (chosen) {
		if (existsSync(chosen)) return chosen;
		throw new Failure(`CHROMIUM_PATH is set to ${chosen}, where there is nothing.`);
	}
	const found = USUAL_PLACES.find((place) => existsSync(place));
	if (found !== undefined) return found;
	if (!canInstallPackages()) {
		throw new Failure(
			'The browser tests need Chromium or Chrome. Install it (on Debian: "sudo apt-get install ' +
				'chromium"), or set CHROMIUM_PATH to the program of one that you have.',
		);
	}
	await installChromium(tools);
	return DEBIANS_CHROMIUM;
}

async function installChromium(tools: ScriptTools): Promise<void> {
	tools.report('Installing Chromium with apt-get. This takes about a minute and 400 MB, once.');
	await installPackages(['chromium'], tools, {
		what: 'Trying it',
		command: DEBIANS_CHROMIUM,
		args: ['--version'],
		hint: "Ubuntu's package does not run everywhere; set CHROMIUM_PATH to another Chromium.",
	});
}
