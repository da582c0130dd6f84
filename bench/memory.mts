import { readFileSync, writeFileSync } from 'node:fs';

/** The most resident memory of a process since `resetPeak`, in bytes. See proc(5). */
export function peakOf(pid: number | 'self'): number {
	const [, kilobytes] =
		/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return 1024 * Number(kilobytes);
}

export function resetPeak(pid: number | 'self'): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
