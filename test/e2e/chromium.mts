import { existsSync } from 'node:fs';
import { findOrInstall } from '../harness/install/debianPackages.mts';
import { Failure } from '../harness/script/failure.mts';
import type { ScriptTools } from '../harness/script/script.mts';

const USUAL_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of Chromium or Chrome; as root on Debian, installs Chromium if there is none. */
export async function provideChromium(tools: ScriptTools): Promise<string> {
	const { CHROMIUM_PATH: chosen } = process.env;
	if (chosen && !existsSync(chosen)) {
		throw new Failure(`CHROMIUM_PATH is set to ${chosen}, but that file does not exist.`);
	}
	if (chosen) return chosen;
	const wanted = {
		name: 'Chromium or Chrome',
		packages: ['chromium'],
		find: () => USUAL_PLACES.find((place) => existsSync(place)),
		otherwise: 'Or set CHROMIUM_PATH to the path of an installed Chromium or Chrome.',
	};
	return await findOrInstall(wanted, tools);
}
