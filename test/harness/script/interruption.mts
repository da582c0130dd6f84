/** Aborted when the user presses Ctrl+C, closes the terminal or ends the process. */
export function interruption(): AbortSignal {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		// Stays for good: npm and tsx hand on a signal that the terminal has sent already.
		process.on(name, () => controller.abort(new Error(`Interrupted by ${name}`)));
	}
	// A closed terminal must not end the process before it has cleaned up.
	process.stdout.on('error', () => undefined);
	process.stderr.on('error', () => undefined);
	return controller.signal;
}
