import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal, StandIn } from './standIns.mts';

export type Properties = Record<string, string>;
interface Call {
	Params: { id: string };
}

/** HubSpot refuses null and lists, and turns the rest into text. */
const valueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** Contacts have `property` where companies have `name`. */
const propertySchema = z
	.object({ name: z.string(), property: z.string() })
	.partial()
	.extend({ value: valueSchema });
const bodySchema = z.object({ properties: z.array(propertySchema) });
const querySchema = z.object({
	limit: z.coerce.number().max(250),
	offset: z.coerce.number().default(0),
	properties: z.array(z.string()),
});

/** What n8n's node uses of HubSpot, as developers.hubspot.com describes its older APIs. */
export class HubSpot extends StandIn {
	readonly host = 'api.hubapi.com';
	readonly credential = {
		name: 'HubSpot Service Key account',
		type: 'hubspotAppToken',
		data: { appToken: 'none' },
	};
	readonly contacts = new Map<string, Properties>();
	readonly companies = new Map<number, Properties>();
	private added = 0;

	override clear(): void {
		super.clear();
		this.contacts.clear();
		this.companies.clear();
	}

	add(properties: Properties) {
		this.companies.set(++this.added, properties);
		return { companyId: this.added, properties };
	}

	protected errorBody(_status: number, message: string) {
		return { status: 'error', message };
	}

	protected serve(app: FastifyInstance): void {
		app.post<Call>('/contacts/v1/contact/createOrUpdate/email/:id', async ({ params, body }) => {
			const email = params.id.toLowerCase();
			if (!/@.+\./.test(email)) throw new Refusal(400, `Email address ${email} is invalid`);
			const isNew = !this.contacts.has(email);
			this.contacts.set(email, changed({ ...this.contacts.get(email), email }, body));
			return { vid: [...this.contacts.keys()].indexOf(email), isNew };
		});
		app.get('/companies/v2/companies/paged', async ({ query }) => {
			const { limit, offset, properties } = querySchema.parse(query);
			const rest = [...this.companies].filter(([companyId]) => companyId > offset);
			const companies = rest.slice(0, limit).map(([companyId, values]) => {
				const chosen = Object.entries(values).filter(([name]) => properties.includes(name));
				const shown = chosen.map(([name, value]) => [name, { value }]);
				return { companyId, properties: Object.fromEntries(shown) };
			});
			const last = companies.at(-1)?.companyId;
			return { companies, 'has-more': rest.length > limit, offset: last };
		});
		app.post('/companies/v2/companies', async ({ body }) => this.add(changed({}, body)));
		app.put<Call>('/companies/v2/companies/:id', async ({ params, body }) => {
			const companyId = Number(params.id);
			const known = this.companies.get(companyId);
			if (!known) throw new Refusal(404, 'resource not found');
			this.companies.set(companyId, changed(known, body));
			return { companyId };
		});
	}
}

/** Empty text clears a property. */
function changed(known: Properties, body: unknown): Properties {
	const { properties } = bodySchema.parse(body);
	const values = properties.map(({ name, property, value }) => [name ?? property, value]);
	const all: Properties = { ...known, ...Object.fromEntries(values) };
	if (Number.isNaN(Number(all.credit_limit ?? 0))) throw new Refusal(400, 'Values were not valid');
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
