import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import type { Outcome, Task } from './bareClient.mts';

/**
 * The lower bound for reading a list: requests pages at known offsets in parallel over keep-alive
 * connections, parses them and puts them in order.
 */

const PAGE_SIZE = 50;

process.on('message', async (task: Task) => process.send?.(await measure(task)));

async function measure(task: Task): Promise<Outcome> {
	const start = performance.now();
	const records = await read(task);
	return { milliseconds: performance.now() - start, records: records.length };
}

async function read({ baseUrl, apiKey, companyId, connections }: Task): Promise<unknown[]> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const identity = { 'x-api-key': apiKey, 'x-company-id': companyId };
	const pages: unknown[][] = [];
	let next = 0;
	let last = Infinity;

	const readPages = async () => {
		while (next <= last) {
			const page = next++;
			const { headers, body } = await request(`${baseUrl}/GetCustomers`, agent, {
				...identity,
				'x-page-offset': String(page * PAGE_SIZE),
				'x-page-limit': String(PAGE_SIZE),
			});
			const envelope: { Payload: unknown[] } = JSON.parse(body);
			pages[page] = envelope.Payload;
			if (headers['x-page-more'] !== 'true') last = Math.min(last, page);
		}
	};
	await Promise.all(Array.from({ length: connections }, readPages));
	agent.destroy();
	return pages.flat();
}

interface Answer {
	headers: IncomingHttpHeaders;
	body: string;
}

function request(url: string, agent: Agent, headers: Record<string, string>): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const started = get(url, { agent, headers }, (response) => {
			let body = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => (body += chunk));
			response.on('end', () => resolve({ headers: response.headers, body }));
			response.on('error', reject);
		});
		started.on('error', reject);
	});
}
