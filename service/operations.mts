import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';

import { failure, type Answer, type PageRequest } from './answer.mts';
import { deliver } from './deliver.mts';
import type { RecordList } from './recordList.mts';
import { PREFIX, refuse } from './traffic.mts';

/**
 * The specification does not say whether a limit above 50 is refused or read as 50; refusing is
 * stricter. Nor does it say which headers Ping needs (section 4.2); here it needs all of them.
 */
const pagingSchema = z.object({
	'x-page-offset': z.string().regex(/^\d{1,15}$/, 'Must be a whole number of 0 or more'),
	'x-page-limit': z.string().regex(/^([1-9]|[1-4]\d|50)$/, 'Must be a whole number from 1 to 50'),
});

/** Specification, section 4: Ping, and an operation for each list. */
export function addOperations(
	app: FastifyInstance,
	lists: Record<string, RecordList | undefined>,
	answer: (request: PageRequest) => Answer,
): void {
	for (const operation of ['Ping', ...Object.keys(lists)]) {
		app.get(`${PREFIX}/${operation}`, async ({ headers, signal }, reply) => {
			const { data: paging, error } = pagingSchema.safeParse(headers);
			if (!paging) {
				const [issue] = error.issues;
				return refuse(400, `${issue?.path}: ${issue?.message}`);
			}
			const offset = Number(paging['x-page-offset']);
			const limit = Number(paging['x-page-limit']);
			const request = { operation, list: lists[operation], offset, limit };
			return await deliver(answer(request), reply, signal);
		});
	}
	app.setNotFoundHandler(() => refuse(404, 'There is no operation with this name.'));
	app.setErrorHandler<FastifyError>(({ statusCode = 500, message }, _request, reply) =>
		reply.code(statusCode).send(failure(message)),
	);
}
