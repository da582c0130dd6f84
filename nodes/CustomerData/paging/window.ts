/** Pages that have to arrive before the window opens again as far as it was when it narrowed… */
const FIRST_PATIENCE = 8;
/** …and twice as many each further time, up to this. */
const LONGEST_PATIENCE = 64;

/**
 * How many pages may be requested at the same time: one at first, and as many as are allowed once a page
 * has arrived. When the service fails to answer, the window halves. It soon comes close to where it was,
 * and gets there again only after some patience. So it settles at what the service takes.
 */
export class Window {
	/** Requests at the same time, from 1 to `max`. */
	size = 1;

	/** What the window may reach without patience, which it needs only once it has narrowed. */
	private ceiling = 1;
	private patience = 0;
	private arrived = 0;

	constructor(private readonly max: number) {}

	/** A page arrived. */
	widen(): void {
		this.arrived += 1;
		if (this.patience === 0) this.size = this.max;
		else if (this.size < this.ceiling || this.arrived > this.patience) {
			this.size = Math.min(this.size + 1, this.max);
		}
	}

	/** A request failed or was in vain; until the next page arrives, this counts once. */
	narrow(): void {
		if (this.arrived === 0) return;
		this.arrived = 0;
		this.ceiling = Math.max(1, this.size - 1);
		this.size = Math.max(1, Math.floor(this.size / 2));
		this.patience = Math.min(Math.max(FIRST_PATIENCE, this.patience * 2), LONGEST_PATIENCE);
	}

	/** One page at a time until the next one arrives. */
	close(): void {
		this.size = 1;
	}
}
