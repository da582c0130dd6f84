/**
 * Why a page could not be read: a few facts chosen by us, never a raw request or response,
 * so that nothing secret can travel along.
 */
export type Failure =
	/** The connection broke or never came about; `code` is Node's, `ECONNRESET` say. */
	| { kind: 'connection'; code: string }
	/** The certificate of the host was not accepted; `code` says why. */
	| { kind: 'certificate'; code: string }
	/** n8n itself did not send the request, a blocked host say. */
	| { kind: 'notSent'; reason: string }
	/** No whole answer within `milliseconds`. */
	| { kind: 'timeout'; milliseconds: number }
	/**
	 * An HTTP status other than 200, with the messages of the service if it sent any, and the
	 * milliseconds after which it wants to be asked again.
	 */
	| { kind: 'status'; status: number; messages: string[]; retryAfter?: number | undefined }
	/** A 3xx, which is never followed; `location` is where it points to. */
	| { kind: 'redirect'; status: number; location: string | undefined }
	/** A 200 whose envelope says `IsSuccess: false`. */
	| { kind: 'refused'; messages: string[] }
	/** A 200 that is not a page; `found` says what it was instead. */
	| { kind: 'notAPage'; found: string }
	/** The other side does not speak the protocol of the Base URL; `code` is Node's, `EPROTO` say. */
	| { kind: 'protocol'; code: string }
	/** The execution was cancelled; `after` is what had gone wrong before. */
	| { kind: 'cancelled'; after?: Failure | undefined };

/** Thrown by the reader when the page at `offset` could not be had. */
export class PageNotRead extends Error {
	constructor(
		readonly failure: Failure,
		/** Name of the list. */
		readonly list: string,
		/** Record offset of the page that is missing. */
		readonly offset: number,
	) {
		super(`The page of ${list} at offset ${offset} could not be read: ${failure.kind}`);
		this.name = 'PageNotRead';
	}
}
