import type { Answer, PageRequest } from './answer.mts';
import { readFault, type Fault } from './faults.mts';

/** The faults that are set, and how often each still applies. */
export class FaultPlan {
	private faults: Array<ReturnType<typeof readFault>> = [];

	constructor(
		private readonly account: { apiKey: string; companyId: string },
		faults: Fault[] = [],
	) {
		this.set(faults);
	}

	set(faults: Fault[]): void {
		this.faults = faults.map((fault) => readFault(this.fillPlaceholders(fault)));
	}

	/**
	 * Applies the faults that are set for this request to its answer, in their order, up to the first
	 * that replaces the page.
	 */
	apply(answer: Answer, request: PageRequest): Answer {
		let result = answer;
		for (const fault of this.faults) {
			if (fault.times === 0 || !isFor(request, fault)) continue;
			fault.times--;
			result = fault.apply(result, request);
			if (fault.replacesThePage) break;
		}
		return result;
	}

	private fillPlaceholders(fault: Fault): unknown {
		const { apiKey, companyId } = this.account;
		return JSON.parse(JSON.stringify(fault), (_key, value: unknown) =>
			typeof value === 'string'
				? value.replaceAll('{apiKey}', apiKey).replaceAll('{companyId}', companyId)
				: value,
		);
	}
}

/** Pages may overlap, so the record at the offset can be in several of them. */
function isFor(request: PageRequest, { on, offset }: Pick<Fault, 'on' | 'offset'>): boolean {
	return (
		(on === undefined ? request.list !== undefined : on === request.operation) &&
		(offset === undefined || (request.offset <= offset && offset < request.offset + request.limit))
	);
}
