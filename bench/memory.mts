import { readFileSync, writeFileSync } from 'node:fs';

/** The resident memory of a process in bytes: now, and at most since `resetPeak`. See proc(5). */
export function memoryOf(pid: number | 'self') {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const bytes = (field: string) =>
		1024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
	return { resident: bytes('VmRSS'), peak: bytes('VmHWM') };
}

export function resetPeak(pid: number | 'self'): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
