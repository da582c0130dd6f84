import type { Page } from '../api/page';
import type { Failed } from '../errors/failures';
import type { Step } from './memory';
import type { Misfit } from './reading';

/** How a page that starts before the end of the records read so far fits in with them. */
export type Verdict =
	/** The page continues what was read, with this step. */
	| { is: 'continues'; step: Step }
	/** The page shares too few records with what was read, or shows them in another order. */
	| { is: 'apart' }
	/** Others have changed the list meanwhile. This page shows it as it is now, and is to be judged instead. */
	| { is: 'changed'; page: Page }
	/** The page shows records further back than they were read, although nobody has added a record before them. */
	| { is: 'displaced' };

/** The reason why a page that should overlap does not continue what was read. */
export type NoOverlapCause =
	/** The service lets no pages overlap. Its own next page follows without one. */
	| { is: 'unsupported'; own: Page }
	/** The service's own next page did not arrive either. If the last page said nothing about more, the list ends there. */
	| { is: 'nothingFollows'; failed: Failed }
	/** The overlapping page failed at first, and has arrived now. */
	| { is: 'arrived'; near: Page }
	/** The front is as it was, and this page is neither the front nor the next one: pages overlap, but in another order. */
	| { is: 'unordered'; near: Page }
	/** The front of the list has changed. */
	| { is: 'changed'; front: Page }
	/** The front only looked changed: some fields differ with each request. From now on, they are overlooked. */
	| { is: 'volatile'; front: Page };

/** A page that did not arrive or stands apart, before any page has proved that pages can overlap. */
export interface NoOverlap {
	is: 'noOverlap';
	/** The offset at which the page was requested. */
	offset: number;
	answer: Page | Failed;
}

/** The end of the chain of overlapping pages. */
export type ChainEnd =
	/** The list was read to its end. */
	| { is: 'end' }
	/** Pages provably cannot overlap. The read goes on with the service's own next page, and follows its offsets from there. */
	| { is: 'overlapUnsupported'; own: Page }
	/** Neighbors change places, so no page shows which record comes next. The read goes on by counting. */
	| { is: 'orderUnstable'; misfit: Misfit };

/** The way on from a page: to the next one, or to the end of the chain. */
export type WayOn = { is: 'continues'; step: Step } | ChainEnd;
