import { readdirSync, readFileSync } from 'node:fs';

/** From proc(5): USER_HZ is 100 on every Linux that n8n runs on. */
const TICKS_PER_SECOND = 100;

interface Stat {
	pid: number;
	parent: number;
	/** CPU time of the process and of the children that it has waited for, in seconds. */
	seconds: number;
}

/** The CPU time that a process and all its descendants have used, in seconds. */
export function cpuSeconds(pid: number): number {
	const all = allProcesses();
	const own = descendants(pid, all);
	return own.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** The CPU time that the whole machine has used, in seconds. */
export function busySeconds(): number {
	const [, user = 0, nice = 0, system = 0] = readFileSync('/proc/stat', 'utf8')
		.split(/\s+/, 4)
		.map(Number);
	return (user + nice + system) / TICKS_PER_SECOND;
}

/** The resident memory of a process in bytes; 0 once it has ended. */
export function residentMemory(pid: number): number {
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024;
}

function descendants(pid: number, all: Stat[]): Stat[] {
	const children = all.filter(({ parent }) => parent === pid);
	const self = all.filter((process) => process.pid === pid);
	return [...self, ...children.flatMap((child) => descendants(child.pid, all))];
}

function allProcesses(): Stat[] {
	const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
	return pids.flatMap((pid) => {
		// The name in parentheses can contain spaces.
		const [, rest = ''] = readProc(pid, 'stat').split(/\) (?=[A-Z] )/);
		const fields = rest.split(' ').map(Number);
		const [, parent] = fields;
		if (parent === undefined || Number.isNaN(parent)) return [];
		const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
		return [{ pid, parent, seconds: ticks / TICKS_PER_SECOND }];
	});
}

function readProc(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		return '';
	}
}
