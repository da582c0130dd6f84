import type { FastifyReply } from 'fastify';
import type { Duplex } from 'node:stream';

import { failure, JSON_TYPE } from './answer.mts';

/** What never gets as far as an operation is refused in the envelope as well. */
export const badRequest = {
	frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) =>
		reply.code(400).send(failure('That is not an address.')),

	clientErrorHandler: (_error: unknown, socket: Duplex) => {
		const body = JSON.stringify(failure('That is not a request.'));
		const head = [
			'HTTP/1.1 400 Bad Request',
			`content-type: ${JSON_TYPE}`,
			`content-length: ${body.length}`,
			'connection: close',
		];
		socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
	},
};
