import type { Answer } from './answer.mts';
import { applyFault, type OperationRequest } from './applyFault.mts';
import { readFault, replacesThePage, type Fault } from './faults.mts';

/** The faults that are set, and how often each still applies. */
export class FaultPlan {
	private entries: Array<{ fault: Fault; left: number }> = [];

	constructor(faults: Fault[] = []) {
		this.set(faults);
	}

	set(faults: Fault[]): void {
		this.entries = faults.map(readFault).map((fault) => ({ fault, left: fault.times ?? Infinity }));
	}

	/**
	 * Applies the faults that are set for this request to its answer, in their order, up to the first
	 * that replaces the page.
	 */
	apply(answer: Answer, request: OperationRequest): Answer {
		let result = answer;
		for (const entry of this.entries) {
			if (entry.left === 0 || !isFor(request, entry.fault)) continue;
			entry.left--;
			result = applyFault(entry.fault, result, request);
			if (replacesThePage(entry.fault)) break;
		}
		return result;
	}
}

/** Pages may overlap, so the record at the offset can be in several of them. */
function isFor(request: OperationRequest, { on, offset }: Fault): boolean {
	return (
		(on === undefined ? request.list !== undefined : on === request.operation) &&
		(offset === undefined || (request.offset <= offset && offset < request.offset + request.limit))
	);
}
