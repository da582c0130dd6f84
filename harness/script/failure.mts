/** An error that we expect, whose message tells the user everything; no stack trace is shown. */
export class Failure extends Error {
	override readonly name = 'Failure';
}
