import type { Failure } from './failure';

/** One record of the service, as it was sent: any JSON object. */
export type DataRecord = { [field: string]: JsonValue };

export type JsonValue = string | number | boolean | null | JsonValue[] | DataRecord;

/** A page that was believed: its records, and the offset of the next page, if there is one. */
export interface Page {
	records: DataRecord[];
	next: number | undefined;
}

export interface PlacedPage extends Page {
	offset: number;
}

/** What a read takes from one page. */
export interface Step extends PlacedPage {
	/** How many of the records read before stay; fewer where the list turned out to have changed. */
	kept: number;
}

/** The outcome of one request for a page. A failure is data here, so nothing has to be caught. */
export type Answer = { page: Page } | { failure: Failure };
