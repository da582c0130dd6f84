import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal, StandIn } from './standIns.mts';

type Properties = Record<string, string>;

const inputSchema = z.object({
	idProperty: z.string(),
	id: z.string(),
	objectWriteTraceId: z.string().optional(),
	// HubSpot refuses lists, and turns the rest into text.
	properties: z.record(z.union([z.string(), z.number(), z.boolean()]).transform(String)),
});
type Input = z.infer<typeof inputSchema>;
const requestSchema = z.object({ inputs: z.array(inputSchema).max(100) });
const propertySchema = z.object({ name: z.string(), hasUniqueValue: z.boolean() }).passthrough();

/** What an account can be like. */
const USUAL = {
	/** Whether one invalid input makes it refuse the whole request, even with trace IDs. */
	isAllOrNothing: false,
	/** Whether the key may add properties. */
	hasSchemaScope: true,
	/** How many records of a request it saves, without a word about the rest. */
	savedAtMost: 100,
};
const INVALID = [{ isValid: false, message: 'Value "see notes" is invalid', error: 'INVALID' }];

/** The parts of HubSpot that the examples use, as developers.hubspot.com/docs describes them. */
export class HubSpot extends StandIn {
	readonly host = 'api.hubapi.com';
	readonly credential = {
		name: 'HubSpot Service Key account',
		type: 'hubspotAppToken',
		data: { appToken: 'none' },
	};
	/** The properties that somebody has added to companies. */
	readonly properties = new Map<string, z.infer<typeof propertySchema>>();
	readonly companies: Properties[] = [];
	readonly contacts: Properties[] = [];
	is = { ...USUAL };

	override clear(): void {
		super.clear();
		this.properties.clear();
		this.companies.length = 0;
		this.contacts.length = 0;
		this.is = { ...USUAL };
	}

	protected errorBody(_status: number, message: string) {
		return { status: 'error', message };
	}

	protected serve(app: FastifyInstance): void {
		const path = '/crm/properties/2026-09/companies';
		app.get<{ Params: { name: string } }>(`${path}/:name`, async ({ params: { name } }) => {
			if (!this.properties.has(name)) throw new Refusal(404, `${name} does not exist`);
			return this.properties.get(name);
		});
		app.post(path, async ({ body }, reply) => {
			const property = propertySchema.parse(body);
			if (!this.is.hasSchemaScope) throw new Refusal(403, 'This key lacks required scopes');
			if (this.properties.has(property.name)) throw new Refusal(409, 'It already exists');
			this.properties.set(property.name, property);
			return await reply.code(201).send(property);
		});
		for (const objects of ['companies', 'contacts'] as const) {
			app.post(`/crm/objects/2026-09/${objects}/batch/upsert`, async ({ body }, reply) => {
				const answer = this.upsert(this[objects], requestSchema.parse(body).inputs);
				return await reply.code('errors' in answer ? 207 : 200).send(answer);
			});
		}
	}

	private upsert(records: Properties[], inputs: Input[]) {
		for (const [index, { id, idProperty }] of inputs.entries()) {
			const isTwice = inputs.findIndex((input) => input.id === id) < index;
			if (isTwice) throw new Refusal(400, `Duplicate IDs found in batch input: [${id}]`);
			const isUnique = this.properties.get(idProperty)?.hasUniqueValue ?? idProperty === 'email';
			if (!isUnique) throw new Refusal(400, `Unable to upsert by non-unique ${idProperty}`);
		}
		const message = `Property values were not valid: ${JSON.stringify(INVALID)}`;
		const errors = inputs.filter(isInvalid).map(({ objectWriteTraceId }) => {
			if (this.is.isAllOrNothing || !objectWriteTraceId) throw new Refusal(400, message);
			return { status: 'error', message, context: { objectWriteTraceId: [objectWriteTraceId] } };
		});
		const valid = inputs.filter((input) => !isInvalid(input)).slice(0, this.is.savedAtMost);
		const results = valid.map((input) => save(records, input));
		// HubSpot returns them in an order of its own.
		const answer = { status: 'COMPLETE', results: results.reverse() };
		return errors.length > 0 ? { ...answer, numErrors: errors.length, errors } : answer;
	}
}

/** Stands for the rules of an account, such as the form of a phone number. */
function isInvalid({ properties: { phone, email } }: Input): boolean {
	return phone === 'see notes' || (email !== undefined && !/@.+\./.test(email));
}

/** HubSpot keeps email addresses in lowercase. */
function save(records: Properties[], { id, idProperty, properties, objectWriteTraceId }: Input) {
	const value = idProperty === 'email' ? id.toLowerCase() : id;
	const known = records.find((record) => record[idProperty] === value);
	const record = Object.assign(known ?? {}, properties, { [idProperty]: value });
	if (!known) records.push(record);
	return { id: `${records.indexOf(record)}`, new: !known, objectWriteTraceId, properties: record };
}
