import Fastify from 'fastify';
import type { Row } from '../../harness/n8n/rest.mts';

/** A CRM that returns its contacts, or the first ones, and can only create them. */
export async function startCreateOnly() {
	const rows: Row[] = [];
	const app = Fastify();
	app.get<{ Querystring: { limit?: string } }>('/contacts', async ({ query }) =>
		rows.slice(0, Number(query.limit ?? rows.length)),
	);
	app.post<{ Body: Row }>('/contacts', async ({ body }) => {
		rows.push(body);
		return body;
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${url}/contacts`, rows, close: async () => await app.close() };
}
