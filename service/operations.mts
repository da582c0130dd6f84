import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { answerOf, failure, success, type Answer } from './answer.mts';
import { deliver } from './deliver.mts';
import type { FaultPlan } from './faultPlan.mts';
import type { TakeFrom } from './life.mts';
import { pageOf, readPaging, type Paging } from './paging.mts';
import type { RecordList } from './recordList.mts';

export interface Operations {
	apiKey: string;
	companyId: string;
	pingBody: 'text' | 'envelope';
	lists: Record<string, RecordList>;
	faults: FaultPlan;
	takeFrom: TakeFrom;
}

/** Specification, section 4: Ping, and an operation for each list. */
export function addOperations(app: FastifyInstance, options: Operations): void {
	const { apiKey, companyId, pingBody, lists, faults, takeFrom } = options;

	const serve = (operation: string, answer: (paging: Paging) => Answer, list?: RecordList) =>
		app.get(`/${operation}`, async (request, reply) => {
			const paging = readPaging(request.headers);
			if (typeof paging === 'string') return await reply.code(400).send(failure(paging));
			const operationRequest = { ...paging, operation, list, apiKey, companyId };
			const taken = takeFrom(list, () => faults.apply(answer(paging), operationRequest));
			return await deliver(taken, reply, request.signal);
		});

	app.addHook('onRequest', authorise(options));
	refuseUnknown(app);
	// The specification does not say which headers Ping needs (section 4.2); here it needs all of them.
	serve('Ping', () => pong(pingBody));
	for (const [operation, list] of Object.entries(lists)) {
		serve(operation, (paging) => pageOf(list, paging), list);
	}
}

export function refuseUnknown(app: FastifyInstance): void {
	app.setNotFoundHandler((_request, reply) =>
		reply.code(404).send(failure('There is no operation with this name.')),
	);
}

function authorise({ apiKey, companyId }: Operations) {
	return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
		if (headers['x-api-key'] === apiKey && headers['x-company-id'] === companyId) return undefined;
		return await reply.code(401).send(failure('The API key or the company id is not valid.'));
	};
}

/** The specification does not show the body (section 4.2). */
function pong(form: Operations['pingBody']): Answer {
	return form === 'envelope'
		? answerOf(200, success(['Pong']))
		: answerOf(200, 'Pong', { 'content-type': 'text/plain; charset=utf-8' });
}
