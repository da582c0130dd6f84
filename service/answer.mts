import type { DataRecord } from './records.mts';

/** Specification, section 2.1. */
export interface Envelope {
	IsSuccess: boolean;
	ErrorMessages: string[];
	Payload: DataRecord[] | string[];
}

export interface Answer {
	status: number;
	/** A list of values is sent as that many headers. */
	headers: Record<string, string | string[]>;
	/** Text is sent as it is, anything else as JSON. */
	body: unknown;
	/** How the body becomes bytes; UTF-8 when absent. */
	encoding?: BufferEncoding;
	/** How the answer is sent; `whole` unless a fault says otherwise. */
	delivery: 'whole' | 'reset' | 'cut' | 'hang' | 'drip';
	/** Milliseconds to wait before it is sent. */
	delay: number;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function answerOf(status: number, body: unknown, headers: Answer['headers'] = {}): Answer {
	return {
		status,
		headers: { 'content-type': JSON_TYPE, ...headers },
		body,
		delivery: 'whole',
		delay: 0,
	};
}

export function success(payload: Envelope['Payload']): Envelope {
	return { IsSuccess: true, ErrorMessages: [], Payload: payload };
}

/** The specification shows no body of a failure; it suggests an envelope with a message (section 7). */
export function failure(message: string): Envelope {
	return { IsSuccess: false, ErrorMessages: [message], Payload: [] };
}
