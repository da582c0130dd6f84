import type { GuideRow } from './results.mts';

/** What is measured. */
export interface Plan {
	ways: {
		customers: number;
		/** Customers in a batch. */
		batch: number;
		/** The limit of n8n's heap, in MiB. */
		heap: number;
	};
	guide: GuidePlan[];
}

export interface GuidePlan extends GuideRow {
	/** Limits of n8n's heap, in MiB. */
	heaps: number[];
	/** Where the search for the longest list begins at the first of them, in customers. */
	first: number;
}

export const FULL: Plan = {
	ways: { customers: 1_000_000, batch: 10_000, heap: 2_048 },
	guide: [
		{ fields: 15, isSaved: true, heaps: [320, 640, 1_280, 4_096], first: 68_000 },
		{ fields: 5, isSaved: true, heaps: [640], first: 560_000 },
		{ fields: 15, isSaved: false, heaps: [640], first: 390_000 },
	],
};

/** A smoke test: too little to draw conclusions from. */
export const QUICK: Plan = {
	ways: { customers: 20_000, batch: 5_000, heap: 512 },
	guide: [{ fields: 5, isSaved: true, heaps: [320], first: 47_000 }],
};
