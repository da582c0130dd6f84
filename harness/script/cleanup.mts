import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs cleanup steps, last added first. A step that throws does not stop the others. */
export class Cleanup {
	private readonly steps: Array<() => unknown> = [];

	add(step: () => unknown): void {
		this.steps.push(step);
	}

	/** Makes a folder that is deleted at the end. */
	async folder(name: string): Promise<string> {
		const folder = await mkdtemp(join(tmpdir(), `customer-data-${name}-`));
		this.add(() => rm(folder, { recursive: true, force: true }));
		return folder;
	}

	async run(): Promise<void> {
		for (const step of this.steps.splice(0).reverse()) {
			try {
				await step();
			} catch (failure) {
				console.error('Could not clean up everything:', failure);
				process.exitCode = 1;
			}
		}
	}
}
