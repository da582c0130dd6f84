import type { Answer } from './answer.mts';
import { readFault, replacesThePage, type Fault } from './faults.mts';
import { strike, type Asked } from './strike.mts';

/** The faults that are set, and how often each may still strike. */
export class FaultPlan {
	private entries: Array<{ fault: Fault; left: number }> = [];

	constructor(faults: Fault[] = []) {
		this.set(faults);
	}

	set(faults: Fault[]): void {
		this.entries = faults.map(readFault).map((fault) => ({ fault, left: fault.times ?? Infinity }));
	}

	/**
	 * What becomes of the honest answer: the faults that the request meets change it in their order,
	 * up to the first that replaces the page.
	 */
	befall(answer: Answer, asked: Asked): Answer {
		let result = answer;
		for (const entry of this.entries) {
			if (entry.left === 0 || !meets(entry.fault, asked)) continue;
			entry.left--;
			result = strike(entry.fault, result, asked);
			if (replacesThePage(entry.fault)) break;
		}
		return result;
	}
}

function meets({ on, offset }: Fault, asked: Asked): boolean {
	return (
		(on === undefined ? asked.list !== undefined : on === asked.operation) &&
		(offset === undefined || offset === asked.offset)
	);
}
