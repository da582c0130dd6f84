import { answerTo, type Answer, type PageRequest } from './answer.mts';
import { readFault, type Fault } from './faults.mts';

type Applicable = ReturnType<typeof readFault>;

/** The faults that are set, and how often each still applies. */
export class FaultPlan {
	private faults: Applicable[] = [];

	/** @param placeholders what stands for `{name}` in any text of a fault, by name */
	constructor(private readonly placeholders: Record<string, string>) {}

	set(faults: Fault[]): void {
		const fill = (_key: string, value: unknown) =>
			typeof value === 'string'
				? value.replace(/\{(\w+)\}/g, (text, name) => this.placeholders[name] ?? text)
				: value;
		this.faults = faults.map((fault) => readFault(JSON.parse(JSON.stringify(fault), fill)));
	}

	/**
	 * Answers with the faults that are set for this request, in their order, up to the first that
	 * replaces the page.
	 */
	answer(request: PageRequest): Answer {
		let answer = answerTo(request);
		for (const fault of this.faults) {
			if (fault.times === 0 || !isFor(request, fault)) continue;
			fault.times--;
			answer = fault.apply(answer, request);
			if (fault.replacesThePage) break;
		}
		return answer;
	}
}

/** Pages may overlap, so the record at the offset can be in several of them. */
function isFor(request: PageRequest, { on, offset }: Applicable): boolean {
	return (
		(on === undefined ? request.list !== undefined : on === request.operation) &&
		(offset === undefined || (request.offset <= offset && offset < request.offset + request.limit))
	);
}
