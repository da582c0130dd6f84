import { setInterval } from 'node:timers/promises';
import type { ScriptTools } from './script.mts';

/** Tells now and then how long work has taken: in a terminal on one line, in a log on one after the other. */
export async function withProgress<T>(
	work: Promise<T>,
	describe: () => string | undefined,
	{ report }: Pick<ScriptTools, 'report'>,
): Promise<T> {
	const { isTTY } = process.stdout;
	const write = (line: string) => process.stdout.write(`\r\x1b[K${line}`);
	const start = performance.now();
	const end = new AbortController();
	const tell = async () => {
		for await (const _ of setInterval(isTTY ? 1_000 : 30_000, undefined, end)) {
			const line = `    ${[describe(), timeSince(start)].filter(Boolean).join(', ')}`;
			if (isTTY) write(line);
			else report(line);
		}
	};
	tell().catch(() => undefined);
	return await work.finally(() => {
		end.abort();
		if (isTTY) write('');
	});
}

/** Such as "1 min 5 s". */
function timeSince(start: number): string {
	const seconds = Math.round((performance.now() - start) / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
