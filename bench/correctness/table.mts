import type { Machine, Results } from '../results.mts';
import type { Reader } from './readers.mts';

export type Scene = 'refusal' | 'webPage' | 'unavailable' | 'lostConnection' | 'changes';

export interface Read {
	scene: Scene;
	reader: Reader;
	/** As n8n calls it. */
	ending: string;
	/** In the list when the execution started. */
	customers: number;
	/** Customers that were added or removed during the read. */
	changes: number;
	/** Customers that the last node output. */
	arrived: number;
	/** Customers that nobody touched, and that are missing although the execution succeeded. */
	lost: number;
	/** Customers that were output a second time. */
	doubled: number;
	/** The message of the error, its description, and hints. */
	said: string[];
}

export interface CorrectnessResults extends Machine {
	reads: Read[];
}

/** The table of the README, line by line. */
export function comparison({ reads }: CorrectnessResults, { speed }: Results): string[] {
	const row = (name: string, cell: (reader: Reader) => string) =>
		`| ${name} | ${cell('httpRequest')} | ${cell('customerData')} |`;
	const outcomeIn = (scenes: Scene[]) => (reader: Reader) => {
		const outcomes = scenes.flatMap((scene) => readsOf(reads, scene, reader).map(outcomeOf));
		return [...new Set(outcomes)].join('; ');
	};
	const correctness = (reader: Reader) => {
		const those = readsOf(reads, 'changes', reader);
		const broken = those.filter(isBroken).length;
		if (broken > 0) return `**${broken} of ${those.length} reads skip or repeat customers**`;
		return `None of ${those.length} reads does ([rare exceptions](docs/trust.md#exceptions))`;
	};
	const seconds = (reader: Reader) => {
		const contender = reader === 'customerData' ? 'parallel4' : 'httpRequest';
		const found = speed.find((one) => one.contender === contender && one.latency === 100);
		return `${((found?.milliseconds.median ?? NaN) / 1000).toFixed(0)} s`;
	};
	const changes = reads.flatMap((read) => (read.scene === 'changes' ? [read.changes] : []));
	const range = `${Math.min(...changes)} to ${Math.max(...changes)}`;
	const untrue = 'One page is an error message or a web page, sent as status 200';
	const failed = 'One request fails (status 503, or a lost connection)';
	return [
		'| | HTTP Request, with pagination | Customer Data |',
		'|---|---|---|',
		row(untrue, outcomeIn(['refusal', 'webPage'])),
		row(failed, outcomeIn(['unavailable', 'lostConnection'])),
		row(`People add or delete ${range} of 1,000 customers meanwhile`, correctness),
		row('10,000 customers, 0.1 s a page', seconds),
	];
}

export function readsOf(reads: Read[], scene: Scene, reader: Reader): Read[] {
	return reads.filter((one) => one.scene === scene && one.reader === reader);
}

/** Whether the execution succeeded with a list that is not right. */
export function isBroken({ lost, doubled }: Read): boolean {
	return lost + doubled > 0;
}

function outcomeOf({ ending, customers, arrived, said }: Read): string {
	if (ending === 'error') return said.length > 0 ? 'Stops, and says why' : 'Stops';
	if (arrived < customers) return `**Succeeds with ${arrived} of ${customers} customers**`;
	const isRetried = said.some((text) => text.includes('retried'));
	return `${isRetried ? 'Retries it, and reads' : 'Reads'} all ${customers} customers`;
}
