type Step = () => unknown;

/** What has to be undone at the end, last things first, whatever happens in between. */
export class Cleanup {
	private readonly steps: Step[] = [];

	add(step: Step): void {
		this.steps.push(step);
	}

	async run(): Promise<void> {
		const failures: unknown[] = [];
		for (let step = this.steps.pop(); step; step = this.steps.pop()) {
			try {
				await step();
			} catch (failure) {
				failures.push(failure);
			}
		}
		if (failures.length > 0)
			throw new AggregateError(failures, 'Not everything could be cleaned up');
	}
}
