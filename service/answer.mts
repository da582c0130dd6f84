import type { DataRecord } from './records.mts';

/** Specification, section 2.1. */
export interface Envelope {
	IsSuccess: boolean;
	ErrorMessages: string[];
	Payload: DataRecord[] | string[];
}

export interface Answer {
	status: number;
	headers: Record<string, string>;
	/** Text goes out as it is, anything else as JSON. */
	body: unknown;
	/** How the answer leaves; `whole` unless a fault says otherwise. */
	delivery: 'whole' | 'reset' | 'cut' | 'hang' | 'drip';
	/** Milliseconds to wait before it leaves. */
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

/** The body of a failure is not shown (section 7): an envelope with a message is what it hints at. */
export function failure(message: string): Envelope {
	return { IsSuccess: false, ErrorMessages: [message], Payload: [] };
}
