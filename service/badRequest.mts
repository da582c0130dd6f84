import type { FastifyReply } from 'fastify';
import type { Duplex } from 'node:stream';

import { failure, JSON_TYPE } from './answer.mts';

/** Refuses what is no HTTP request, in the envelope as well. */
export const badRequest = {
	frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) =>
		reply.code(400).send(failure('The address is not valid.')),

	clientErrorHandler: (_error: unknown, socket: Duplex) => {
		const body = JSON.stringify(failure('The request is not valid HTTP.'));
		const head = [
			'HTTP/1.1 400 Bad Request',
			`content-type: ${JSON_TYPE}`,
			`content-length: ${body.length}`,
			'connection: close',
		];
		socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
	},
};
