import { existsSync } from 'node:fs';
import { findOrInstall } from '../harness/install/debianPackages.mts';
import { Failure } from '../harness/script/failure.mts';
import type { ScriptTools } from '../harness/script/script.mts';

/** Where a Chromium or a Chrome usually is. */
const USUAL_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser's program; installs Debian's when there is none and we are allowed to. */
export async function provideChromium(tools: ScriptTools): Promise<string> {
	const { CHROMIUM_PATH: chosen } = process.env;
	if (chosen && !existsSync(chosen)) {
		throw new Failure(`CHROMIUM_PATH is set to ${chosen}, where there is nothing.`);
	}
	if (chosen) return chosen;
	const wanted = {
		name: 'Chromium or Chrome',
		packages: ['chromium'],
		find: () => USUAL_PLACES.find((place) => existsSync(place)),
		otherwise: 'Or set CHROMIUM_PATH to the program of a Chromium or Chrome that you have.',
	};
	return await findOrInstall(wanted, tools);
}
