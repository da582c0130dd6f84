import assert from 'node:assert/strict';
import Fastify from 'fastify';
import type { INode } from 'n8n-workflow';
import type { Row } from '../../harness/n8n/rest.mts';

/** A CRM that returns its contacts, or the first ones, and checks nothing. */
export async function startContactsApi() {
	const rows: Row[] = [];
	const fill = (added: Row[]) => {
		for (const row of added) rows.push({ id: rows.length, ...row });
	};
	const app = Fastify();
	app.get<{ Querystring: { limit?: string } }>('/contacts', async ({ query }) =>
		rows.slice(0, Number(query.limit ?? rows.length)),
	);
	app.post<{ Body: Row }>('/contacts', async ({ body }) => {
		fill([body]);
		return body;
	});
	app.patch<{ Params: { id: string }; Body: Row }>('/contacts/:id', async ({ params, body }) => {
		const row = rows.find(({ id }) => String(id) === params.id);
		return Object.assign(row ?? assert.fail(`No contact has the ID ${params.id}`), body);
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${url}/contacts`, rows, fill, close: async () => await app.close() };
}

/** A node that calls an API. */
export function requests(url: string, parameters: INode['parameters'] = {}): Partial<INode> {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, options: {}, ...parameters },
	};
}

/** Sends a JSON body. @param json as an expression */
export function sends(method: 'POST' | 'PATCH', json: string): INode['parameters'] {
	return { method, sendBody: true, specifyBody: 'json', jsonBody: `={{ ${json} }}` };
}
