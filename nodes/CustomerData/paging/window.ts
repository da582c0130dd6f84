/** By how much each page that arrives opens a window that has narrowed. */
const GROWTH = 1 / 16;

/**
 * How many pages may be requested at the same time: one at first and after a failure, until a page
 * arrives. A failure halves the window, and each page opens it a little, up to the maximum; so it settles
 * at what the service takes.
 */
export class Window {
	private width: number;
	private isWaiting = true;

	constructor(private readonly max: number) {
		this.width = max;
	}

	get size(): number {
		return this.isWaiting ? 1 : Math.floor(this.width);
	}

	widen(): void {
		this.isWaiting = false;
		this.width = Math.min(this.width + GROWTH, this.max);
	}

	/** A request failed or was in vain; until the next page arrives, this counts once. */
	narrow(): void {
		if (!this.isWaiting) this.width = Math.max(1, this.width / 2);
		this.isWaiting = true;
	}
}
