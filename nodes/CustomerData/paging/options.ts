import type { DataRecord, Page, PageOrFailure } from '../api/page';
import type { Failure } from '../errors/failures';
import type { Gate } from './gate';

/** What is needed to request pages. */
export interface PrefetchOptions {
	/** Requests the page at an offset once; the signal ends the request. Never rejects. */
	fetchPage: (offset: number, signal: AbortSignal) => Promise<PageOrFailure>;
	/** Shared by all reads that keep their requests apart. */
	gate: Gate;
	/** Milliseconds between the starts of two requests. */
	requestInterval: number;
	/** The most requests at the same time, 1 to 16. */
	parallelRequests: number;
	/** Further requests for a page that failed, 0 to 10. */
	maxRetries: number;
	/** No page is requested early from this offset on. */
	prefetchUntil?: number;
	signal: AbortSignal;
	/** Updated while pages are read. */
	stats: ReadCounts;
}

/** What a read took, and what it met. */
export interface ReadCounts {
	requests: number;
	/** Of them, those that were repeated. */
	retries: number;
	/** Records that came twice, whole. */
	repeats: number;
	/** Whether changes during the read could go unnoticed. */
	lacksOverlap: boolean;
}

/** What is needed to read a list. */
export interface ReadOptions extends PrefetchOptions {
	/** For what is thrown. */
	listName: string;
	/** The part of a record to recognize it by; all of it by default. */
	partOf?: (record: DataRecord) => DataRecord;
}

/** A page, with the offset of its first record. */
export type PlacedPage = Page & { offset: number };

/** A page, or why it did not arrive. */
export type Answer = PlacedPage | { failure: Failure };

/** Records that come next. */
export interface Continuation extends Page {
	/** How many of the records read so far remain; fewer than all if the list has changed. */
	kept: number;
	/** Offset of the first record. */
	offset: number;
}
