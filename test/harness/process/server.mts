import type { Cleanup } from '../script/cleanup.mts';
import { Failure, lastLines } from '../script/failure.mts';
import { waitFor } from '../script/waitFor.mts';
import { hasEnded, startGroup, type GroupOptions, type ProcessGroup } from './processes.mts';

interface ServerOptions extends GroupOptions {
	name: string;
	/** The URL or address it listens on, for messages. */
	at: string;
	isReady: () => Promise<boolean>;
	withinMs?: number;
	/** How long it may take to exit after SIGTERM. */
	graceMs?: number;
	/** Stops it, even if it never becomes ready. */
	cleanup: Cleanup;
}

/** Starts a server and waits until it is ready. */
export async function startServer(
	command: string,
	args: string[],
	{ name, at, isReady, withinMs = 60_000, graceMs, cleanup, signal, ...options }: ServerOptions,
): Promise<ProcessGroup> {
	const { child, stop } = await startGroup(command, args, options);
	cleanup.add(() => stop(graceMs));
	const answers = async () => {
		if (await isReady()) return true;
		if (hasEnded(child)) throw new Failure(`${name} exited before it was ready.`);
		return false;
	};
	try {
		const failure = `${name} did not respond at ${at}`;
		await waitFor(answers, { failure, withinMs, everyMs: 200, signal });
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const lines = await lastLines(options.logFile);
		throw new Failure(`${error.message} Its log ends with:\n${lines}`);
	}
	return { child, stop: () => stop(graceMs) };
}
