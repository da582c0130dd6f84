import type { DataRecord, Page } from '../api/page';
import type { Failed } from '../errors/failures';
import type { Gate } from './gate';

export interface PagingOptions {
	listName: string;
	/** The part of a record to recognize it by; all of it by default. */
	partOf?: (record: DataRecord) => DataRecord;
	/** Requests the page at an offset once; the signal ends the request. Never rejects. */
	fetchPage: (offset: number, signal: AbortSignal) => Promise<Page | Failed>;
	/** Shared by all reads that keep their requests apart. */
	gate: Gate;
	/** Milliseconds between the starts of two requests. */
	requestInterval: number;
	/** The most requests at the same time. */
	parallelRequests: number;
	/** Further requests for a page that failed. */
	maxRetries: number;
	/** No page is requested early from this offset on. */
	prefetchUntil?: number;
	signal: AbortSignal;
	/** Updated while pages are read. */
	stats: ReadCounts;
}

export interface ReadCounts {
	requests: number;
	retries: number;
	/** Records that came twice, whole. */
	repeats: number;
	/** Whether changes during the read could go unnoticed. */
	lacksOverlap: boolean;
}

/** Records that come next. */
export interface Continuation extends Page {
	/** How many of the records read so far remain; fewer than all if the list has changed. */
	kept: number;
}
