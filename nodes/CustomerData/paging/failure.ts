/**
 * Why a page could not be read, or Ping had no Pong: facts that we chose, so nothing secret travels
 * along. What others wrote comes without the API key.
 */
export type Failure =
	/** The connection was lost or never made; `code` is Node's, e.g. `ECONNRESET`. */
	| { kind: 'connection'; code: string }
	/** The host's certificate was not accepted; `code` says why. */
	| { kind: 'certificate'; code: string }
	/** The host speaks TLS, and ended the handshake; `code` is Node's. */
	| { kind: 'handshake'; code: string }
	/** The host does not speak the protocol of the base URL; `code` is Node's, e.g. `EPROTO`. */
	| { kind: 'protocol'; code: string }
	/** The proxy that n8n uses was not reached, or hung up; `code` is Node's, if it has one. */
	| { kind: 'proxy'; code: string | undefined }
	/** n8n did not send the request, e.g. because it blocks the host. */
	| { kind: 'notSent'; reason: string }
	/** No complete response within `milliseconds`. */
	| { kind: 'timeout'; milliseconds: number }
	/** An HTTP status other than 200; `retryAfter` is in milliseconds. */
	| { kind: 'status'; status: number; messages: string[]; retryAfter?: number | undefined }
	/** A redirect, which is never followed; `location` is its target. */
	| { kind: 'redirect'; status: number; location: string | undefined }
	/** An envelope that says `IsSuccess: false`, or holds messages beside `IsSuccess: true`. */
	| { kind: 'refused'; messages: string[] }
	/** A response that is no JSON, such as a web page or half a body; `found` says what it is. */
	| { kind: 'notJson'; found: string }
	/** JSON that is not a page; `found` says what it is. */
	| { kind: 'notAPage'; found: string }
	/** A response to Ping other than Pong; `found` says what it is. */
	| { kind: 'notPong'; found: string }
	/** The list changes so fast that no page shows what was read before it. */
	| { kind: 'unsettled' }
	/** Pages do not start at the offset that they were requested at. */
	| { kind: 'misaligned' }
	/** Pages hold no more records than two of them have to share. */
	| { kind: 'shortPages' }
	/** The execution was cancelled; `after` is the last failure before that. */
	| { kind: 'cancelled'; after?: Failure | undefined };

/** Thrown when the page at `offset` could not be read. */
export class PageNotRead extends Error {
	constructor(
		readonly failure: Failure,
		/** Name of the list operation. */
		readonly list: string,
		/** Record offset of the page. */
		readonly offset: number,
	) {
		super(`The page of ${list} at offset ${offset} could not be read: ${failure.kind}`);
		this.name = 'PageNotRead';
	}
}
