import { networkFailure } from '../../nodes/CustomerData/api/network';
import { statusFailure } from '../../nodes/CustomerData/api/response';
import { failure, timedOut, type Failure } from '../../nodes/CustomerData/errors/failures';

const UNREADABLE = Object.assign(new Error('Said by Node'), { code: 'Z_DATA_ERROR' });

export function quoting(text: string): Failure {
	return failure('refused', { quote: { intro: 'The service says', text } });
}

const HOST = { intro: 'The host is', text: 'api.example.com' };
const LOCALHOST = { ...HOST, text: 'localhost:8080' };
const ADDRESS = { intro: 'The address is', text: 'https://elsewhere.example' };
const HEADER = { intro: 'The response has the header', text: 'x-page-next: 50' };
const BLOCKED = { intro: 'n8n says', text: 'The host is blocked' };

/** @param retryAfter milliseconds */
export function status(code: number, retryAfter?: number): Failure {
	return statusFailure(code, { path: 'GetCustomers', says: 'Closed today', retryAfter });
}

function webPage(code: number): Failure {
	return statusFailure(code, { path: 'GetCustomers', says: '', isWebPage: true });
}

/** Failures of every row: without an example of a new one, this does not compile. */
export function allFailures(): Failure[] {
	const examples: Record<Failure['name'], Failure[]> = {
		badCertificate: [failure('badCertificate', { code: 'CERT_HAS_EXPIRED' })],
		cached: [failure('cached')],
		canceled: [failure('canceled')],
		connectionLost: [failure('connectionLost', { code: 'ECONNRESET' })],
		emptyPage: [failure('emptyPage')],
		hostNotFound: [failure('hostNotFound', { code: 'ENOTFOUND', quote: HOST })],
		hostNotReached: [failure('hostNotReached', { code: 'ECONNREFUSED', quote: HOST })],
		localhostRefused: [failure('localhostRefused', { code: 'ECONNREFUSED', quote: LOCALHOST })],
		incomplete: [failure('incomplete', { status: 404 })],
		notAPage: [failure('notAPage', { fill: 'JSON without "IsSuccess": true' })],
		notHttp: [failure('notHttp', { code: 'HPE_HEADER_OVERFLOW' })],
		notJson: [
			failure('notJson', { fill: 'a web page' }),
			networkFailure(UNREADABLE, 'https://a.b'),
		],
		notPong: [failure('notPong', { fill: 'a web page' })],
		notSent: [failure('notSent', { quote: BLOCKED })],
		otherPage: [failure('otherPage', { fill: '150', quote: HEADER })],
		proxyFailed: [failure('proxyFailed'), status(407)],
		redirected: [failure('redirected', { quote: ADDRESS })],
		refused: [
			'Closed today',
			'Closed.',
			'Closed!',
			'Closed?',
			' Closed\n\n for\t stock ',
			' \n',
		].map(quoting),
		notAccepted: [status(400)],
		samePage: [failure('samePage')],
		unauthorized: [status(401, 90_000)],
		forbidden: [status(403), webPage(403)],
		unknownOperation: [status(404)],
		rateLimited: [status(429), status(429, 30_000), status(429, 600_000)],
		timedOut: [3_600_000, 30_000, 1_000, 250].map(timedOut),
		unavailable: [status(503), status(503, 60_000), status(503, 86_400_000)],
		unexpected: [status(204), status(501)],
		unordered: [failure('unordered')],
		unsettled: [failure('unsettled')],
		wrongProtocol: [failure('wrongProtocol', { code: 'EPROTO' })],
	};
	return Object.values(examples).flat();
}
