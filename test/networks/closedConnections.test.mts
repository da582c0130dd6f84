import { createServer, request as send, type RequestListener } from 'node:http';
import { beforeEach, describe, it, vi } from 'vitest';

import { failure } from '../../nodes/CustomerData/api/failures';
import type { RunningService } from '../../service/server.mts';
import { useService } from '../engine/support/service.mts';
import { expectFailure, expectSuccess, RECORDS } from './support/attempt.mts';
import { listen } from './support/front.mts';

const service = useService({ sizes: { customers: RECORDS } });

// Without jitter a back-off takes no time.
beforeEach(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
	return () => vi.restoreAllMocks();
});

/** The service behind a server that promises to keep connections open, and closes them as it likes. */
async function reachedThrough(closing: RequestListener): Promise<RunningService> {
	const { origin, pathname } = new URL(service().baseUrl);
	const server = createServer((request, response) => {
		closing(request, response);
		if (request.socket.destroyed) return;
		send(origin + request.url, { headers: request.headers }, (answer) => {
			const promise = { connection: 'keep-alive', 'keep-alive': 'timeout=60' };
			response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...promise });
			answer.pipe(response);
		}).end();
	});
	return { ...service(), baseUrl: `http://127.0.0.1:${await listen(server)}${pathname}` };
}

describe('a service that closes connections which it promised to keep open', () => {
	it('is read when it closes them between two requests', async () => {
		const closing: RequestListener = ({ socket }, response) =>
			response.once('finish', () => socket.end());
		await expectSuccess(await reachedThrough(closing));
	});

	it('is read when it closes them while they are idle', async () => {
		const closing: RequestListener = ({ socket }, response) =>
			response.once('finish', () => setTimeout(() => socket.destroy(), 5));
		await expectSuccess(await reachedThrough(closing));
	});

	it('is read when it closes some of them as a request goes out', async () => {
		let pages = 0;
		const closing: RequestListener = ({ url, socket }) => {
			if (url?.endsWith('/GetCustomers') && pages++ % 5 === 0) socket.resetAndDestroy();
		};
		await expectSuccess(await reachedThrough(closing));
	});

	it('is said to have closed them when it closes each as a request goes out', async () => {
		await expectFailure(
			await reachedThrough(({ socket }) => void socket.resetAndDestroy()),
			failure('connectionLost', { code: 'ECONNRESET' }),
		);
	});
});
