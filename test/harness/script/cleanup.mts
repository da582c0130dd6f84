type Step = () => unknown;

/** Runs cleanup steps, last added first. A step that throws does not stop the others. */
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
		if (failures.length > 0) throw new AggregateError(failures, 'Could not clean up everything');
	}
}
