import { execa } from 'execa';
import { Failure } from '../script/failure.mts';
import type { Step } from './steps.mts';

const FULL = /\b(ENOSPC|EDQUOT)\b/;
const OFFLINE =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** Why a step failed that has this output, and what to do. */
export function reasonIn(output: string, advice?: string): string {
	if (FULL.test(output)) return 'the disk is full. Free some space.';
	if (advice !== undefined) return advice;
	const [code] = OFFLINE.exec(output) ?? [];
	if (code !== undefined) return adviceFor(code);
	const lines = output.split('\n').filter((line) => line.trim() !== '');
	const errors = lines.filter((line) => line.startsWith('npm error'));
	const quoted = errors.length > 0 ? errors.slice(0, 3) : lines.slice(-3);
	return ['this step failed.', ...quoted].join('\n  ');
}

const adviceFor = (code: string) =>
	`npm could not reach its registry (${code}). Check the network, and npm's settings for a registry and a proxy.`;

/** Packages as the lockfile pins them, without what they would run. */
export const DOWNLOAD: Step = {
	title: 'Looking packages up, which takes a minute, and downloading them',
	command: 'npm ci --ignore-scripts --no-audit --no-fund',
	assertPossible,
};

/** @throws Failure without a network: npm ci would try for hours, a minute for each of many packages */
async function assertPossible(): Promise<void> {
	const { npm_config_offline: offline, npm_config_prefer_offline: prefersOffline } = process.env;
	if (offline || prefersOffline) return;
	const { stderr } = await execa({
		reject: false,
	})`npm ping --fetch-retries=0 --fetch-timeout=20000`;
	const [code] = OFFLINE.exec(stderr) ?? [];
	if (code !== undefined) throw new Failure(`Nothing was downloaded: ${adviceFor(code)}`);
}
